import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// The state that all objects of a registered pool share.
///
/// It is redacted, so that dumping any of these objects does not show the app client's secret.
final class UserPoolCore: Sendable, Redacted {
    let configuration: AWSCognitoIdentityUserPoolConfiguration
    let cache: TokenCache
    /// The host's delegate, or nil if it has set none.
    let delegate = Locked(Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>(nil))
    /// The pending call for a session, by user. A second call for the same user waits for the first.
    let pending = Locked<[SessionKey: AWSTask<AWSCognitoIdentityUserSession>]>([:])
    /// The app, or the error in its configuration.
    private let appResult: Result<CognitoApp, NSError>

    /// Creates the core of a pool. If the configuration has an error, the pool has an empty cache of tokens.
    init(_ configuration: AWSCognitoIdentityUserPoolConfiguration, _ app: Result<CognitoApp, NSError>) {
        self.configuration = configuration
        let settings = (try? app.get())?.settings
        // As in the SDK, several users can be signed in at a time, so the cache is not for one user alone.
        let cache =
            settings?.makeTokenCache(ofClient: configuration.clientId, isAlone: false)
            ?? TokenCache(MemorySecretStore(), poolID: "", clientID: "")
        self.cache = cache
        appResult = app.map { $0.storingTokens(in: cache) }
    }

    /// The name of the user who signed in last, even after a sign-out.
    ///
    /// It is nil if there is none, or if the store cannot be read now. Reading it blocks the thread, as the SDK's
    /// synchronous API requires.
    var lastUser: String? { Self.name(cache.perform { _ in .lastUser }) }

    /// Returns ``lastUser`` without blocking the thread: the caller's task is suspended while the store is read.
    func readLastUser() async -> String? { Self.name(await cache.perform { _ in .lastUser }) }

    /// Returns the name in a result of the token cache, or nil for any other result, such as a failure.
    private static func name(_ result: TokenResult) -> String? {
        guard case .user(let name) = result else { return nil }
        return name
    }

    /// Returns a user's tokens, which may have expired. Blocks the thread while the store is read.
    /// - Returns: nil if the user has no tokens, or if the name is nil.
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

    /// Returns a user's valid tokens, or a lease to refresh them. If the name is nil, the user is the one who signed in
    /// last.
    ///
    /// If another refresh of the tokens is running, waits for it. Damaged tokens count as missing, because the next
    /// sign-in overwrites them.
    /// - Returns: the tokens or the lease. After any other result, the user must sign in.
    /// - Throws: an `NSError` if the store cannot be read now, if the other refresh does not finish, or if the pool's
    ///   configuration has an error. The user is then not asked for a password.
    func tokensOrLease(of username: String?) async throws -> TokenResult {
        let result = await cache.tokensOrLease(of: username, now: try configuredApp().settings.now)
        switch result {
        case .wait: throw NSError(StyleFailure(.refreshElsewhere))
        case .failed(.broken): return .nobody
        case .failed(let failure): throw NSError(StyleFailure(FlowHandlerFailure(failure)))
        default: return result
        }
    }

    /// The clock of the app, in seconds since 1970.
    var now: @Sendable () -> Int64 { (try? configuredApp())?.settings.now ?? CognitoSettings.systemTime }

    /// Returns the app of the pool.
    /// - Throws: the error in the pool's configuration.
    func configuredApp() throws -> CognitoApp { try appResult.get() }

    /// The description of the app for the pool's triggers; empty if the configuration disables it.
    var validationData: [String: String] {
        configuration.shouldProvideCognitoValidationData
            ? AppDescription.validationData(deviceName: (try? configuredApp())?.settings.deviceName) : [:]
    }

    /// Runs a flow other than the sign-in up to its first step or its end.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, in addition to the app client's.
    ///   - argument: the argument that the error names if the flow reports a missing input; nil for the input's own
    ///     name.
    ///   - replacement: the app to use in place of the pool's own; nil for the pool's own.
    /// - Returns: the first step, or the successful outcome.
    /// - Throws: the SDK's `NSError`.
    func run<Flow: AccountFlow>(
        _ flow: Flow.Type, _ inputs: Flow.Inputs, missing argument: String? = nil,
        with replacement: CognitoApp? = nil
    ) async throws -> AccountResult<Flow.Step.Asked, Flow.Step.Done> {
        let app = try replacement ?? configuredApp()
        do throws(StyleFailure) {
            return try await app.run(flow, inputs, missing: argument)
        } catch {
            throw NSError(error)
        }
    }

    /// Starts `work`, and returns a task that ends with the result, the error or the cancellation of `work`.
    func startTask<Value>(_ work: @escaping @Sendable () async throws -> Value) -> AWSTask<Value> {
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

/// The description of the app and the system that the SDK sends to triggers.
private enum AppDescription {
    /// Returns the known parts of the description, under the SDK's names.
    ///
    /// Unlike the SDK's, it contains neither the device's model nor a vendor id.
    static func validationData(deviceName: String?) -> [String: String] {
        let bundle = Bundle.main
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let data = [
            "cognito:systemName": systemName,
            "cognito:iOSVersion": isIOS ? "\(version.majorVersion).\(version.minorVersion)" : nil,
            "cognito:deviceName": deviceName,
            "cognito:bundleId": bundle.bundleIdentifier,
            "cognito:bundleVersion": bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String,
            "cognito:bundleShortV": bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
        ]
        return data.compactMapValues { $0 }
    }

    #if os(iOS)
        private static let systemName = "iOS"
        private static let isIOS = true
    #elseif os(macOS)
        private static let systemName = "macOS"
        private static let isIOS = false
    #else
        private static let systemName = "Linux"
        private static let isIOS = false
    #endif
}
