import CognitoFlows
import CognitoHandlers
import FlowCore

/// A user of a pool, signed in or not.
///
/// Every call about the account of who is signed in gets a session first, for which it may run the whole sign-in with
/// the pool's delegate.
public final class AWSCognitoIdentityUser: Sendable {
    private struct Content: Sendable {
        var username: String?
        var confirmedStatus = AWSCognitoIdentityUserStatus.unknown
    }

    let pool: AWSCognitoIdentityUserPool
    private let content: Locked<Content>

    init(_ username: String?, _ pool: AWSCognitoIdentityUserPool) {
        self.pool = pool
        content = Locked(Content(username: username))
    }

    var core: UserPoolCore { pool.core }

    /// The name: as given, and after a sign-in as the service has it.
    public internal(set) var username: String? {
        get { content.now.username }
        set { content.withLock { $0.username = newValue } }
    }

    /// Whether the user is confirmed, as far as this object knows.
    public internal(set) var confirmedStatus: AWSCognitoIdentityUserStatus {
        get { content.now.confirmedStatus }
        set { content.withLock { $0.confirmedStatus = newValue } }
    }

    /// Whether there is a refresh token; it may be too old.
    public var isSignedIn: Bool { core.shelf.tokens(of: username)?.refreshToken != nil }

    /// Whether ``revokeToken()`` can do anything.
    public var isSessionRevocable: Bool { core.shelf.tokens(of: username)?.areRevocable ?? false }
}
