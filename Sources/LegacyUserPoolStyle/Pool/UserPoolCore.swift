import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// What all objects of one registered pool share. It is in all of them, so dumping one must not show the app's secret.
final class UserPoolCore: Sendable, Redacted {
    let configuration: AWSCognitoIdentityUserPoolConfiguration
    let shelf: TokenShelf
    let delegate = Locked(Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>(nil))
    /// Calls for a session that have not ended, by the user's name: a second one waits for the first.
    let pending = Locked<[String: AWSTask<AWSCognitoIdentityUserSession>]>([:])
    /// The app, or why there is none.
    private let made: Result<CognitoApp, NSError>

    init(_ configuration: AWSCognitoIdentityUserPoolConfiguration, _ app: Result<CognitoApp, NSError>) {
        self.configuration = configuration
        let store: any CognitoTokenStore = (try? app.get())?.settings.tokens ?? MemoryTokenStore()
        let shelf = TokenShelf(store)
        self.shelf = shelf
        made = app.map { $0.keepingTokens(in: shelf).configured(by: configuration) }
        Task { await shelf.load() }
    }

    /// The app.
    /// - Throws: why there is none, which every call then tells.
    func app() throws -> CognitoApp { try made.get() }

    /// What is told of the app to the pool's triggers.
    var validationData: WireValue {
        configuration.shouldProvideCognitoValidationData
            ? AppDescription.validationData(deviceName: (try? app())?.settings.deviceName) : [:]
    }

    /// Carries out a flow beside the sign-in.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - inputs: its inputs, beside the app client.
    ///   - changed: the app where it is not the pool's own.
    /// - Returns: what the step or the outcome shows.
    /// - Throws: an `NSError`, as the SDK has it.
    func run(_ flow: ShippedFlow, _ inputs: WireValue, with changed: CognitoApp? = nil) async throws -> StyleStep {
        let app = try changed ?? app()
        do throws(StyleFailure) {
            return try await app.run(flow, inputs)
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
