import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// What all objects of one registered pool share. It is in all of them, so dumping one must not show the app's secret.
final class UserPoolCore: Sendable, Redacted {
    let configuration: AWSCognitoIdentityUserPoolConfiguration
    /// The tokens of the pool's users on this device.
    let cache: TokenCache
    let delegate = Locked(Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>(nil))
    /// Calls for a session that have not ended, by the user's name: a second one waits for the first.
    let pending = Locked<[String: AWSTask<AWSCognitoIdentityUserSession>]>([:])
    /// The app, or why there is none.
    private let made: Result<CognitoApp, NSError>

    init(_ configuration: AWSCognitoIdentityUserPoolConfiguration, _ app: Result<CognitoApp, NSError>) {
        self.configuration = configuration
        let settings = (try? app.get())?.settings
        let cache =
            settings?.tokens(ofClient: configuration.clientId, isAlone: false)
            ?? TokenCache(MemorySecretStore(), poolID: "", clientID: "")
        self.cache = cache
        made = app.map { $0.keepingTokens(in: cache).configured(by: configuration) }
    }

    /// Who signed in last, even if they have signed out; nil also where the store cannot be read now.
    var lastUser: String? {
        guard case .user(let name) = cache.perform({ _ in .lastUser }) else { return nil }
        return name
    }

    /// The tokens of a user, which may be too old.
    /// - Throws: an `NSError` where the store cannot be read now, or the tokens are damaged.
    func tokens(of username: String?) throws -> CognitoTokens? {
        guard let username else { return nil }
        do throws(FlowHandlerFailure) {
            let result = try cache.perform({ _ in .current(of: username) }).stored()
            guard case .tokens(let tokens, _) = result else { return nil }
            return tokens
        } catch {
            throw NSError(StyleFailure(error))
        }
    }

    /// The tokens of a user, or of who signed in last, or the right to refresh them; it waits for another process that does. Damaged ones
    /// are none: they are signed in over.
    /// - Throws: an `NSError` where the store cannot be read now, so that nobody is asked for a password for that.
    func tokensToUse(of username: String?) async throws -> TokenResult {
        let result = await cache.beginRefresh(of: username, now: try app().settings.now)
        switch result {
        case .wait: throw NSError(StyleFailure(.refreshElsewhere))
        case .failed(.broken): return .nobody
        case .failed(let failure): throw NSError(StyleFailure(FlowHandlerFailure(failure)))
        default: return result
        }
    }

    /// The device's time.
    var now: @Sendable () -> Int64 { (try? app())?.settings.now ?? CognitoSettings.systemTime }

    /// The app.
    /// - Throws: why there is none, which every call then tells.
    func app() throws -> CognitoApp { try made.get() }

    /// What is told of the app to the pool's triggers.
    var validationData: JSONValue {
        configuration.shouldProvideCognitoValidationData
            ? AppDescription.validationData(deviceName: (try? app())?.settings.deviceName) : [:]
    }

    /// Runs a flow beside the sign-in.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - inputs: its inputs, beside the app client.
    ///   - arguments: the call's arguments, by the names that the flow has for them, where they differ.
    ///   - changed: the app where it is not the pool's own.
    /// - Returns: what the step or the outcome shows.
    /// - Throws: an `NSError`, as the SDK has it.
    func run(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ arguments: [String: String] = [:],
        with changed: CognitoApp? = nil
    ) async throws -> StyleStep {
        let app = try changed ?? app()
        do throws(StyleFailure) {
            return try await app.run(flow, inputs, arguments)
        } catch {
            throw NSError(error)
        }
    }

    /// A task that does something.
    func carry<Value>(_ work: @escaping @Sendable () async throws -> Value) -> AWSTask<Value> {
        let task = AWSTask<Value>()
        Task {
            do {
                task.end(.result(try await work()))
            } catch is CancellationError {
                task.end(.cancelled)
            } catch {
                task.end(.error(error))
            }
        }
        return task
    }
}
