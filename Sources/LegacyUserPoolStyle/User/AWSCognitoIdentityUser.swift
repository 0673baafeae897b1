import CognitoFlows
import CognitoHandlers
import FlowCore

/// A user of a pool, signed in or not.
///
/// Every call on the signed-in user's account first gets a session. For that it may run the whole sign-in through the
/// pool's delegate.
public final class AWSCognitoIdentityUser: Sendable {
    private struct Content: Sendable {
        var username: String?
        var confirmedStatus = AWSCognitoIdentityUserStatus.unknown
        /// Whether it is the last user, whose name is not read yet.
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

    /// The username: as given, or as the service returned it at sign-in.
    ///
    /// The current user's name is read from the app's store, without waiting.
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

    /// Whether the user has a name, or is the last user.
    var isSomebody: Bool { username != nil || content.now.isCurrent }

    /// Whether the user is confirmed, as far as this object knows.
    public internal(set) var confirmedStatus: AWSCognitoIdentityUserStatus {
        get { content.now.confirmedStatus }
        set { content.withLock { $0.confirmedStatus = newValue } }
    }

    /// Whether there is a refresh token, which may have expired.
    ///
    /// It is also true while the store cannot be read, since the user has not signed out.
    public var isSignedIn: Bool {
        guard isSomebody else { return false }
        switch core.cache.perform({ _ in .current(of: username) }) {
        case .tokens(let tokens, _): return tokens.refreshToken != nil
        case .failed(.broken): return false
        case .failed: return true
        default: return false
        }
    }

    /// Whether ``revokeToken()`` can have an effect.
    public var isSessionRevocable: Bool { (try? core.tokens(of: username))?.areRevocable ?? false }
}
