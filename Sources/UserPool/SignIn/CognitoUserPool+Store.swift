import CognitoHandlers
import Crypto
import FlowCore

extension CognitoUserPool {
    /// The number of random bytes in a session or refresh token.
    private static let tokenByteCount = 64

    /// Stores the next step of a sign-in, and returns the response.
    ///
    /// It stores all changes atomically before it signs tokens.
    /// - Parameters:
    ///   - step: the challenge or the tokens to issue.
    ///   - key: the storage key of the answered challenge, which it removes; nil for a new sign-in.
    ///   - change: the answer's change to the user; nil for no change.
    /// - Returns: the response with the challenge or the tokens.
    /// - Throws: an error if the user may no longer sign in, the signing keys cannot be used, or the state cannot be
    ///   stored; the state is then unchanged.
    func store(
        _ step: NextStep, answering key: String? = nil, change: ((inout PoolUser) -> Void)? = nil
    ) async throws(PoolError) -> JSONValue {
        switch step {
        case .challenge(let challenge):
            return try commit {
                applyAnswer(challenge.signIn, key: key, isComplete: false, change)
                return storeChallenge(challenge)
            }
        case .tokens(let signIn):
            let (user, client) = try recheckedAccount(of: signIn)
            // The signing keys are loaded first: if that fails, nothing must change.
            _ = try loadOrCreateSigners()
            let order = try commit {
                applyAnswer(signIn, key: key, isComplete: true, change)
                return recordSignIn(signIn, of: user, client)
            }
            return .object([
                JSONMember("AuthenticationResult", try await issue(order)),
                JSONMember("ChallengeParameters", .object([])),
            ])
        }
    }

    /// Removes an answered challenge, and applies the answer's change to the user.
    ///
    /// It also resets the user's count of wrong passwords or codes. `key` is nil for a new sign-in.
    private func applyAnswer(
        _ signIn: SignIn, key: String?, isComplete: Bool, _ change: ((inout PoolUser) -> Void)?
    ) {
        if let key { state.challenges[key] = nil }
        guard let id = signIn.userID else { return }
        state.changeUser(id) { user in
            change?(&user)
            if signIn.firstFactor?.isPassword == true { user.trials.passwords.reset() }
            // The right code of a first factor must not reset the count of wrong codes of the second one.
            if isComplete || signIn.hasSecondFactor { user.trials.codes.reset() }
        }
    }

    /// Returns the current user and app client of a sign-in, and checks that the user may sign in.
    ///
    /// The account may have changed while triggers ran.
    private func recheckedAccount(of signIn: SignIn) throws(PoolError) -> (PoolUser, PoolClient) {
        guard let user = signIn.userID.flatMap({ state.users[$0] }),
            let client = configuration.client(withID: signIn.clientID)
        else { throw .wrongPassword }
        try user.checkMaySignIn()
        return (user, client)
    }

    /// Stores a challenge under a new session, adds its message to the outbox, and returns the response.
    private func storeChallenge(_ challenge: NewChallenge) -> JSONValue {
        let session = challenge.exchange.map { self.session(ofSecretBlock: $0.secretBlock) } ?? makeToken()
        let client = configuration.client(withID: challenge.signIn.clientID) ?? PoolClient()
        let validity = challenge.exchange == nil ? client.sessionSeconds : configuration.proofSeconds
        state.challenges[Self.storageKey(of: session)] = PendingChallenge(
            kind: challenge.kind, signIn: challenge.signIn, expiresAt: now + validity)
        state.removeExpired(at: now)
        if let message = challenge.message { outbox.append(message) }
        // The first challenge of USER_SRP_AUTH has no session, since the secret block identifies it.
        let omitsSession = challenge.signIn.flow == .userSRP && challenge.exchange != nil
        return challenge.response(session: omitsSession ? nil : session)
    }

    /// Derives the session of an SRP exchange from its secret block, which some clients return instead.
    func session(ofSecretBlock block: String) -> String {
        let code = HMAC<SHA512>.authenticationCode(
            for: Array(block.utf8), using: SymmetricKey(data: state.disguiseKey))
        return "session-" + Hex.text(code)
    }

    /// Returns the hash under which a session, a token or a name is stored.
    static func storageKey(of text: String) -> String {
        Hex.text(SHA256.hash(data: Array(text.utf8)))
    }

    /// Generates a session or refresh token that cannot be guessed.
    func makeToken() -> String { "session-" + Hex.text(environment.random(Self.tokenByteCount)) }

    /// Generates a six-digit code.
    func makeCode() -> String { environment.random.code() }

    /// Runs a computation outside the actor, so that other requests do not wait for it, and returns its result.
    @concurrent nonisolated static func compute<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try work()
    }
}
