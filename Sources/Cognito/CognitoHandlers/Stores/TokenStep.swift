import FlowCore
import FlowRuntime

/// A step of an operation on the token cache: either a call of the store, or the operation's result.
///
/// Operations are state machines that do no input or output themselves. ``TokenCache`` runs them. The tests enumerate
/// every interleaving of operations in two processes.
package indirect enum TokenStep: Sendable {
    /// The operation calls the store, and continues with the step that the closure returns for the answer.
    case call(TokenStoreCall, @Sendable (inout TokenCacheState, TokenStoreAnswer) -> TokenStep)
    case end(TokenResult)
}

/// What an entry of the store holds.
package enum TokenSlot: Sendable, Hashable {
    /// The name of the user who signed in last.
    case lastUser
    case tokens(of: String)
}

/// A call of the store that an operation requests.
package enum TokenStoreCall: Sendable, Hashable {
    case read(TokenSlot)
    /// Stores who signed in last.
    case storeLastUser(String)
    case store(TokenRecord, of: String, replacing: SecretPrecondition)
    case remove(TokenSlot)
    /// Empties all slots of the app client.
    case removeAll
}

/// The answer to a call of the store.
package enum TokenStoreAnswer: Sendable, Hashable {
    /// The slot is empty, or the call succeeded.
    case done
    /// The user who signed in last.
    case lastUser(String)
    /// A user's tokens, and the version of their entry.
    case tokens(TokenRecord, SecretVersion)
    case failed(SecretStoreFailure)
}

/// The result of an operation.
package enum TokenResult: Sendable, Hashable {
    /// The operation succeeded.
    case done
    case tokens(CognitoTokens, of: String)
    /// The user who signed in last.
    case user(String)
    /// Nobody is signed in, or the user has no tokens.
    case nobody
    /// This user's tokens cannot be refreshed. The user must sign in again.
    case expired(String)
    /// The caller must refresh these tokens. The first value is the lease's id.
    case lease(String, CognitoTokens, of: String)
    /// This process is already refreshing the tokens, under this id.
    case join(String)
    /// Another process is refreshing the tokens.
    case wait
    /// In the meantime, a user signed in or out, so nothing was stored, or the session was dropped, so only a refresh
    /// token was stored.
    case superseded
    /// The store could not be read or written.
    case failed(SecretStoreFailure)
}

/// The state that a process keeps between operations. Users are identified by the bytes of their names.
package struct TokenCacheState: Sendable, Hashable {
    /// The number of sign-outs and dropped sessions so far. Each makes tokens obsolete that were requested before it.
    package internal(set) var generation = 0
    /// The value of ``generation`` after each user's last sign-out, by the bytes of the user's name.
    private var signedOutAt: [[UInt8]: Int] = [:]
    /// The value of ``generation`` after each user's session was last dropped, by the bytes of the user's name.
    var droppedAt: [[UInt8]: Int] = [:]
    /// The value of ``generation`` after the last sign-out of all users; 0 if there was none.
    private var allSignedOutAt = 0
    /// The refreshes in progress, by the bytes of the user's name.
    package internal(set) var refreshing: [[UInt8]: String] = [:]
    /// New tokens that could not be stored. The old refresh token may be used up.
    package internal(set) var unsaved: [[UInt8]: Unsaved] = [:]
    /// Users whose refresh token the service rejected.
    package internal(set) var refused: Set<[UInt8]> = []

    /// Tokens that are still to be stored.
    package struct Unsaved: Sendable, Hashable {
        package let tokens: CognitoTokens
        /// The lease under which they were obtained.
        package let lease: String
    }

    package init() {}

    /// Removes the refresh, the unsaved tokens and the rejection of a user who has signed in or out.
    mutating func forget(_ key: [UInt8]) {
        refreshing[key] = nil
        unsaved[key] = nil
        refused.remove(key)
    }

    /// Records a sign-out, and removes the refreshes, unsaved tokens and rejections of the users who sign out.
    /// - Parameter key: the bytes of the user's name, or nil if all users sign out.
    mutating func recordSignOut(of key: [UInt8]?) {
        generation += 1
        guard let key else {
            allSignedOutAt = generation
            (refreshing, unsaved, refused) = ([:], [:], [])
            return
        }
        signedOutAt[key] = generation
        forget(key)
    }

    /// Records that a user's session was dropped. If the tokens of a sign-in were requested earlier, only their refresh
    /// token is stored.
    mutating func recordDroppedSession(of key: [UInt8]) {
        generation += 1
        droppedAt[key] = generation
    }

    /// Returns whether a user has signed out since ``generation`` had the given value.
    func hasSignedOut(_ key: [UInt8], since generation: Int) -> Bool {
        max(signedOutAt[key] ?? 0, allSignedOutAt) > generation
    }
}

/// A user's tokens, as they are stored.
package struct TokenRecord: Sendable, Hashable, Redacted {
    /// The exclusive right to refresh the tokens. Only one process has it at a time.
    package struct Lease: Sendable, Hashable {
        package let id: String
        /// When the lease expires, in seconds since 1970. This matters if its owner was killed.
        package let until: Int64

        /// Creates the lease of a refresh, which expires at a time in seconds since 1970.
        package init(id: String, until: Int64) {
            self.id = id
            self.until = until
        }
    }

    /// The tokens. The access token is empty if the session was dropped.
    package var tokens: CognitoTokens
    /// The lease of a refresh in progress, if there is one.
    package var lease: Lease?
    /// Whether the session was dropped after the lease was granted. The refreshed tokens are then too old.
    package var isDroppedSince = false

    /// Creates a record of tokens, with the lease of a refresh in progress if there is one.
    package init(_ tokens: CognitoTokens, lease: Lease? = nil) {
        self.tokens = tokens
        self.lease = lease
    }

    /// Parses the bytes that ``bytes`` returned.
    /// - Returns: nil if they are malformed.
    package init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(json: bytes), let tokens = CognitoTokens(json: json) else { return nil }
        self.tokens = tokens
        isDroppedSince = json["dropped"]?.string == "true"
        if let id = json["lease"]?.string, let until = json["until"]?.string.flatMap(Int64.init) {
            lease = Lease(id: id, until: until)
        }
    }

    /// The bytes to store: a JSON object.
    package var bytes: [UInt8] {
        var members = tokens.members
        if let lease {
            members += [
                JSONMember("lease", .string(lease.id)), JSONMember("until", .string(String(lease.until))),
            ]
        }
        if isDroppedSince { members.append(JSONMember("dropped", "true")) }
        return Array(JSONValue.object(members).jsonText.utf8)
    }
}
