import CognitoFlows
import CognitoHandlers
import FlowCore

/// A user of a pool, signed in or not.
///
/// Every call about the account of the signed-in user gets a session first, for which it may run the whole sign-in with
/// the pool's delegate.
public final class AWSCognitoIdentityUser: Sendable {
    private struct Content: Sendable {
        var username: String?
        var confirmedStatus = AWSCognitoIdentityUserStatus.unknown
        /// Whether the name is that of who signed in last, which the host's store has not told yet.
        var isCurrent = false
    }

    let pool: AWSCognitoIdentityUserPool
    private let content: Locked<Content>

    init(_ username: String?, _ pool: AWSCognitoIdentityUserPool) {
        self.pool = pool
        content = Locked(Content(username: username))
    }

    /// The user who signed in last.
    init(current pool: AWSCognitoIdentityUserPool) {
        self.pool = pool
        content = Locked(Content(isCurrent: true))
        _ = username
    }

    var core: UserPoolCore { pool.core }

    /// The name: as given, and after a sign-in as the service has it. The current user's is read from the
    /// app's store, at once.
    public internal(set) var username: String? {
        get {
            content.withLock { content in
                if content.isCurrent, content.username == nil { content.username = core.lastUser }
                return content.username
            }
        }
        set {
            content.withLock { content in
                content.username = newValue
                content.isCurrent = false
            }
        }
    }

    /// Whether the user has a name, or is whoever signed in last.
    var isSomebody: Bool { username != nil || content.now.isCurrent }

    /// Whether the user is confirmed, as far as this object knows.
    public internal(set) var confirmedStatus: AWSCognitoIdentityUserStatus {
        get { content.now.confirmedStatus }
        set { content.withLock { $0.confirmedStatus = newValue } }
    }

    /// Whether there is a refresh token; it may be too old. True also where the store cannot be read now: nobody has signed out by that.
    public var isSignedIn: Bool {
        guard isSomebody else { return false }
        switch core.cache.perform({ _ in .current(of: username) }) {
        case .tokens(let tokens, _): return tokens.refreshToken != nil
        case .failed(.broken): return false
        case .failed: return true
        default: return false
        }
    }

    /// Whether ``revokeToken()`` can do anything.
    public var isSessionRevocable: Bool { (try? core.tokens(of: username))?.areRevocable ?? false }
}
