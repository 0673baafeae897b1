import CognitoFlows
import CognitoHandlers
public import FlowCore

/// A user of a pool, signed in or not.
///
/// Each call that needs a signed-in user first gets a session, and runs the sign-in through the pool's delegate if
/// necessary.
public final class AWSCognitoIdentityUser: Sendable, Redacted {
    /// What changes during the life of the object.
    private struct Content: Sendable {
        var username: String?
        var confirmedStatus = AWSCognitoIdentityUserStatus.unknown
        /// Whether this is the user who signed in last, whose name is read from the store.
        var isCurrent = false
    }

    let pool: AWSCognitoIdentityUserPool
    /// The name and the status, shared by the calls of this object.
    private let content: Locked<Content>

    /// Creates a user. If the name is nil, the sign-in sets it.
    init(_ username: String?, _ pool: AWSCognitoIdentityUserPool) {
        self.pool = pool
        content = Locked(Content(username: username))
    }

    /// Creates the user who signed in last. The name is read from the store when it is needed.
    init(current pool: AWSCognitoIdentityUserPool) {
        self.pool = pool
        content = Locked(Content(isCurrent: true))
    }

    /// The state that the user shares with other objects of the pool.
    var core: UserPoolCore { pool.core }

    /// The username that the app passed, or that the service returned at sign-in.
    ///
    /// For the user who signed in last, the style reads the name from the app's store, which can block the thread for
    /// ten seconds. The name is nil if the store has none or cannot be read now.
    public internal(set) var username: String? {
        // The store is not read under the lock, which tasks of the cooperative pool take too.
        get { isUnread ? adopt(lastUser: core.lastUser) : content.current.username }
        set {
            content.withLock { content in
                content.username = newValue
                content.isCurrent = false
            }
        }
    }

    /// Whether the user is the one who signed in last, whose name has not been read.
    private var isUnread: Bool { content.withLock { $0.isCurrent && $0.username == nil } }

    /// Returns the username, or nil if the user has none. While the store is read, the caller's task is suspended.
    func readUsername() async -> String? {
        isUnread ? adopt(lastUser: await core.readLastUser()) : content.current.username
    }

    /// Sets the name that was read from the store, unless the user meanwhile has one. Returns the user's name, or nil
    /// if the user still has none.
    private func adopt(lastUser name: String?) -> String? {
        content.withLock { content in
            if content.isCurrent, content.username == nil { content.username = name }
            return content.username
        }
    }

    /// Sets the name of the user who has just signed in, unless the user has a name.
    func adopt(signedIn name: String) {
        content.withLock { content in
            guard content.username == nil else { return }
            content.username = name
            content.isCurrent = false
        }
    }

    /// The key of the user's pending call in `UserPoolCore.pending`.
    var sessionKey: SessionKey {
        content.withLock { $0.username.map { .named(Array($0.utf8)) } ?? ($0.isCurrent ? .last : .unnamed) }
    }

    /// Whether the user has a name, or is the user who signed in last.
    var isIdentified: Bool { sessionKey != .unnamed }

    /// Whether the user is confirmed, as this object's calls have found out.
    public internal(set) var confirmedStatus: AWSCognitoIdentityUserStatus {
        get { content.current.confirmedStatus }
        set { content.withLock { $0.confirmedStatus = newValue } }
    }

    /// Whether the user has a refresh token, which may have expired.
    ///
    /// The value is also true if the style cannot read the store now, because the user may still be signed in. It is
    /// false if the stored tokens are damaged.
    public var isSignedIn: Bool {
        guard isIdentified else { return false }
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

/// Identifies the users whose calls for a session share a task.
enum SessionKey: Hashable {
    /// The user with a name, as bytes. Swift's `==` equates composed and decomposed letters; the service does not.
    case named([UInt8])
    /// A user who gets a name at sign-in.
    case unnamed
    /// The user who signed in last, as long as the store has not been read.
    case last
}

/// Whether a user is confirmed, as the calls of an object have found out.
public enum AWSCognitoIdentityUserStatus: Int, Sendable {
    /// The status is unknown.
    case unknown = 0
    /// The user can sign in.
    case confirmed = -1000
    /// The sign-up must be confirmed with a code.
    case unconfirmed = -2000
}
