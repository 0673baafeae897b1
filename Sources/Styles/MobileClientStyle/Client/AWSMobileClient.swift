public import CognitoFlows
import CognitoHandlers
public import FlowCore
import Foundation

/// Signs users in and manages their accounts, with AWSMobileClient's API.
///
/// The flow `mobile-client` decides what happens next. This module only maps its names to the SDK's API. Completion
/// handlers run on an arbitrary thread.
public final class AWSMobileClient: Sendable, Redacted {
    let core: MobileCore

    /// Creates a client that is independent of ``default()``.
    /// - Parameter app: the app client and its transport.
    public init(_ app: CognitoApp) {
        core = MobileCore(app)
    }

    private init(core: MobileCore) {
        self.core = core
    }

    private static let shared = AWSMobileClient(core: MobileCore(nil))

    /// The app's shared client.
    ///
    /// Set it up with ``configure(_:)``. Otherwise its first call reads `awsconfiguration.json` from the app's bundle
    /// or next to the executable.
    public static func `default`() -> AWSMobileClient { shared }

    /// Configures ``default()``, and cancels its pending sign-in.
    /// - Parameter app: the app client and its transport.
    public static func configure(_ app: CognitoApp) { shared.setUp(app) }

    /// Replaces the configuration of this client, and cancels its pending sign-in.
    package func setUp(_ app: CognitoApp) { core.setUp(app) }

    /// Reads the configuration and the stored user, and sets the user state.
    ///
    /// If the state is already known, it does not change.
    /// - Parameter completionHandler: receives the user state, or an ``AWSMobileClientError``.
    @preconcurrency
    public func initialize(_ completionHandler: @escaping @Sendable (UserState?, (any Error)?) -> Void) {
        perform(completionHandler) { core in try await core.initialize() }
    }

    /// The current user state.
    public var currentUserState: UserState { core.shown.current.userState }

    /// Whether a user is signed in, even if the tokens have expired.
    public var isSignedIn: Bool {
        [.signedIn, .signedOutUserPoolsTokenInvalid, .signedOutFederatedTokensInvalid].contains(currentUserState)
    }

    /// The signed-in user's name.
    ///
    /// It is nil if no user is signed in, or if the client is not initialized.
    public var username: String? { core.shown.current.username }

    /// The signed-in user's id (`sub`).
    ///
    /// It is nil if no user is signed in, if the user must sign in again, or if the client is not initialized.
    public var userSub: String? { core.shown.current.userSub }

    /// Adds a listener for changes of the user state.
    /// - Parameters:
    ///   - object: the owner of the listener. As in the SDK, the client retains it.
    ///   - callback: receives each new state except `unknown`, with its details: `provider` and the ID token as `token`
    ///     if a user is signed in, or `username` if the user must sign in again.
    @preconcurrency
    public func addUserStateListener(
        _ object: AnyObject, _ callback: @escaping @Sendable (UserState, [String: String]) -> Void
    ) {
        core.listeners.withLock { $0.append(UserStateListener(object, callback)) }
    }

    /// Removes an object's listeners.
    /// - Parameter object: the owner of the listeners.
    public func removeUserStateListener(_ object: AnyObject) {
        core.listeners.withLock { $0.removeAll { $0.belongs(to: object) } }
    }

    /// Runs `work` in a task, and passes its result or its error to the completion handler.
    func perform<Result: Sendable>(
        _ completionHandler: @escaping @Sendable (Result?, (any Error)?) -> Void,
        _ work: @escaping @Sendable (MobileCore) async throws -> Result
    ) {
        Task { [core] in
            do {
                completionHandler(try await work(core), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Runs `work` in a task, and passes its error, or nil on success, to the completion handler.
    func perform(
        _ completionHandler: @escaping @Sendable ((any Error)?) -> Void,
        _ work: @escaping @Sendable (MobileCore) async throws -> Void
    ) {
        perform({ (_: Bool?, error) in completionHandler(error) }) { core in
            try await work(core)
            return true
        }
    }
}

/// The state of the client's user.
public enum UserState: String, Sendable {
    /// A user is signed in.
    case signedIn
    /// No user is signed in.
    case signedOut
    /// Never reported: there is no federation.
    case signedOutFederatedTokensInvalid
    /// The user's tokens have expired or were revoked.
    ///
    /// Calls for tokens wait until a user signs in or the app calls ``AWSMobileClient/releaseSignInWait()``.
    case signedOutUserPoolsTokenInvalid
    /// Never reported: there is no identity pool.
    case guest
    /// The client is not initialized.
    case unknown
}

/// A listener for changes of the user state.
struct UserStateListener: @unchecked Sendable {
    /// The owner, which is only compared by identity.
    private let object: AnyObject
    /// Receives each new state with its details.
    let callback: @Sendable (UserState, [String: String]) -> Void

    init(_ object: AnyObject, _ callback: @escaping @Sendable (UserState, [String: String]) -> Void) {
        self.object = object
        self.callback = callback
    }

    func belongs(to other: AnyObject) -> Bool { object === other }
}
