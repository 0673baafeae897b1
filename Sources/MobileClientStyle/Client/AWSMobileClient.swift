public import CognitoFlows
import CognitoHandlers
import Foundation

/// Signs users in and keeps their accounts, with the calls of AWSMobileClient. Every call calls back.
///
/// What follows what says the flow `mobile-client`: here stand names, and how they become inputs and answers. Calls come
/// back on no particular thread.
public final class AWSMobileClient: Sendable {
    let core: MobileCore

    /// A client of its own, beside ``default()``.
    /// - Parameter app: the app client, and what carries its requests.
    public init(_ app: CognitoApp) {
        core = MobileCore(app)
    }

    private init(core: MobileCore) {
        self.core = core
    }

    private static let shared = AWSMobileClient(core: MobileCore(nil))

    /// The app's client. It is set up by ``configure(_:)``, or with its first call by the app's
    /// `awsconfiguration.json`, in the app's bundle or beside the program.
    public static func `default`() -> AWSMobileClient { shared }

    /// Sets ``default()`` up; a pending sign-in is dropped.
    /// - Parameter app: the app client, and what carries its requests.
    public static func configure(_ app: CognitoApp) { shared.core.setUp(app) }

    /// Reads the configuration and finds out who is there.
    /// - Parameter completionHandler: is told the state, or why there is none.
    @preconcurrency
    public func initialize(_ completionHandler: @escaping @Sendable (UserState?, (any Error)?) -> Void) {
        carry(completionHandler) { core in try await core.initialize() }
    }

    /// Who is there.
    public var currentUserState: UserState { core.shown.now.userState }

    /// Whether somebody is signed in, even if their tokens can no longer be used.
    public var isSignedIn: Bool {
        [.signedIn, .signedOutUserPoolsTokenInvalid, .signedOutFederatedTokensInvalid].contains(currentUserState)
    }

    /// The name of who is signed in.
    public var username: String? { core.shown.now.username }

    /// The id of who is signed in.
    public var userSub: String? { core.shown.now.userSub }

    /// Is told of each change of the state, until it is removed.
    /// - Parameters:
    ///   - object: whose listener it is; it is kept, as the SDK does.
    ///   - callback: is told the state and what belongs to it, such as the user's name.
    @preconcurrency
    public func addUserStateListener(
        _ object: AnyObject, _ callback: @escaping @Sendable (UserState, [String: String]) -> Void
    ) {
        core.listeners.withLock { $0.append(UserStateListener(object, callback)) }
    }

    /// Removes the listeners of an object.
    /// - Parameter object: whose listeners they are.
    public func removeUserStateListener(_ object: AnyObject) {
        core.listeners.withLock { $0.removeAll { $0.belongs(to: object) } }
    }

    /// Does something and calls back with its result or its error.
    func carry<Result: Sendable>(
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

    /// Does something and calls back with its error, if it has one.
    func carry(
        _ completionHandler: @escaping @Sendable ((any Error)?) -> Void,
        _ work: @escaping @Sendable (MobileCore) async throws -> Void
    ) {
        carry({ (_: Bool?, error) in completionHandler(error) }) { core in
            try await work(core)
            return true
        }
    }
}
