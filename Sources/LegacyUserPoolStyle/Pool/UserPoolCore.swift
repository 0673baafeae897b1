import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// The state shared by all objects of a registered pool.
///
/// It is redacted, since dumping any of these objects must not show the app's secret.
final class UserPoolCore: Sendable, Redacted {
    let configuration: AWSCognitoIdentityUserPoolConfiguration
    /// The tokens of the pool's users on this device.
    let cache: TokenCache
    let delegate = Locked(Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>(nil))
    /// Pending calls for a session by username. A second call waits for the first.
    let pending = Locked<[String: AWSTask<AWSCognitoIdentityUserSession>]>([:])
    /// The app, or the error that explains why there is none.
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

    /// The last user's name, even after sign-out; nil while the store cannot be read.
    var lastUser: String? {
        guard case .user(let name) = cache.perform({ _ in .lastUser }) else { return nil }
        return name
    }

    /// Returns a user's tokens, which may have expired.
    /// - Throws: an `NSError` if the store cannot be read now, or the tokens are damaged.
    func tokens(of username: String?) throws -> CognitoTokens? {
        guard let username else { return nil }
        do throws(FlowHandlerFailure) {
            let result = try cache.perform({ _ in .current(of: username) }).get()
            guard case .tokens(let tokens, _) = result else { return nil }
            return tokens
        } catch {
            throw NSError(StyleFailure(error))
        }
    }

    /// Returns a user's tokens, or the right to refresh them. A nil name means the last user.
    ///
    /// It waits for another process that refreshes them. Damaged tokens count as missing: the next sign-in overwrites
    /// them.
    /// - Throws: an `NSError` if the store cannot be read now, so that no user is asked for a password because of it.
    func tokensToUse(of username: String?) async throws -> TokenResult {
        let result = await cache.beginRefresh(of: username, now: try app().settings.now)
        switch result {
        case .wait: throw NSError(StyleFailure(.refreshElsewhere))
        case .failed(.broken): return .nobody
        case .failed(let failure): throw NSError(StyleFailure(FlowHandlerFailure(failure)))
        default: return result
        }
    }

    var now: @Sendable () -> Int64 { (try? app())?.settings.now ?? CognitoSettings.systemTime }

    /// Returns the app.
    /// - Throws: the configuration error, which every call then reports.
    func app() throws -> CognitoApp { try made.get() }

    /// The app's description for the pool's triggers.
    var validationData: JSONValue {
        configuration.shouldProvideCognitoValidationData
            ? AppDescription.validationData(deviceName: (try? app())?.settings.deviceName) : [:]
    }

    /// Runs a flow beside the sign-in.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - inputs: its inputs, without the app client.
    ///   - arguments: the call's arguments by the flow's names, where they differ.
    ///   - changed: the app, if it is not the pool's own.
    /// - Returns: the step or the outcome.
    /// - Throws: the SDK's `NSError`.
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

    /// Returns a task that runs an operation.
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
