/// The sign-ins of an app client as a state machine without input and output: what one operation of the token cache asks of the store,
/// step by step, and what it comes to.
///
/// The tests enumerate every interleaving of these operations in two processes; ``TokenCache`` carries them out.
package indirect enum TokenStep: Sendable {
    /// Something is asked of the store; its answer leads on.
    case call(TokenStoreCall, @Sendable (inout TokenCacheState, TokenStoreAnswer) -> TokenStep)
    /// The operation has ended.
    case end(TokenResult)
}

/// Where something is stored.
package enum TokenSlot: Sendable, Hashable {
    /// The name of the user who signed in last.
    case lastUser
    /// The tokens of a user.
    case tokens(of: String)
}

/// A call of the store.
package enum TokenStoreCall: Sendable, Hashable {
    /// Reads a slot.
    case read(TokenSlot)
    /// Stores who signed in last.
    case storeLastUser(String)
    /// Stores tokens of a user.
    case store(TokenRecord, of: String, replacing: SecretPrecondition)
    /// Empties a slot.
    case remove(TokenSlot)
    /// Empties all slots of the app client.
    case removeAll
}

/// An answer of the store.
package enum TokenStoreAnswer: Sendable, Hashable {
    /// The slot is empty, or the call is carried out.
    case done
    /// The user who signed in last.
    case lastUser(String)
    /// The tokens of a user, and which write they are of.
    case tokens(TokenRecord, SecretVersion)
    /// The call failed.
    case failed(SecretStoreFailure)
}

/// The end of an operation.
package enum TokenResult: Sendable, Hashable {
    /// It is carried out.
    case done
    /// The tokens of a user.
    case tokens(CognitoTokens, of: String)
    /// The user who signed in last.
    case user(String)
    /// Nobody is signed in.
    case nobody
    /// The tokens of this user cannot be refreshed: they must sign in again.
    case expired(String)
    /// The caller is to refresh these tokens.
    case lease(String, CognitoTokens, of: String)
    /// A refresh of this process is under way.
    case join(String)
    /// Another process refreshes the tokens.
    case wait
    /// Somebody signed in or out meanwhile: nothing was stored.
    case superseded
    /// The store could not do it.
    case failed(SecretStoreFailure)
}

/// The memory of a process between its operations.
package struct TokenCacheState: Sendable, Hashable {
    /// Number of sign-outs and dropped sessions so far.
    package internal(set) var signOuts = 0
    /// The sign-out of each user that came last, counted from 1, by the bytes of the name.
    var signedOutAt: [[UInt8]: Int] = [:]
    /// The latest call that dropped each user's session, counted with the sign-outs.
    var droppedAt: [[UInt8]: Int] = [:]
    /// The sign-out of all users that came last.
    var allSignedOutAt = 0
    /// The refreshes under way, by the bytes of the user's name.
    package internal(set) var refreshing: [[UInt8]: String] = [:]
    /// Fresh tokens that the store did not take: the refresh token from before may be used up.
    package internal(set) var unsaved: [[UInt8]: Unsaved] = [:]
    /// Users whose refresh token was refused.
    package internal(set) var refused: Set<[UInt8]> = []

    /// Tokens that are to be stored yet.
    package struct Unsaved: Sendable, Hashable {
        /// The tokens.
        package let tokens: CognitoTokens
        /// The lease with which they were got.
        package let lease: String
    }

    /// Nothing so far.
    package init() {}

    /// Forgets what is known of a user, who has signed in or out.
    mutating func forget(_ key: [UInt8]) {
        refreshing[key] = nil
        unsaved[key] = nil
        refused.remove(key)
    }

    /// Counts a sign-out of one user, or of all.
    mutating func signedOut(_ key: [UInt8]?) {
        signOuts += 1
        guard let key else {
            allSignedOutAt = signOuts
            (refreshing, unsaved, refused) = ([:], [:], [])
            return
        }
        signedOutAt[key] = signOuts
        forget(key)
    }

    /// Counts a dropped session.
    mutating func dropped(_ key: [UInt8]) {
        signOuts += 1
        droppedAt[key] = signOuts
    }

    /// Whether a user has signed out since a number of sign-outs.
    func hasSignedOut(_ key: [UInt8], since: Int) -> Bool { max(signedOutAt[key] ?? 0, allSignedOutAt) > since }
}
