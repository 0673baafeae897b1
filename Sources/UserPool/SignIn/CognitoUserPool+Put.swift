import CognitoHandlers
import Crypto
import FlowCore

extension CognitoUserPool {
    /// Stores a request's result and returns the response.
    ///
    /// All changes are stored atomically, before it suspends.
    /// - Parameters:
    ///   - step: the next step.
    ///   - key: the answered challenge, which cannot be answered again.
    ///   - change: the answer's change to the user.
    /// - Returns: the response: a challenge, or tokens.
    /// - Throws: an error if the user may no longer have tokens, there is no signing key, or the state cannot be
    ///   stored; the state is then unchanged.
    func put(
        _ step: NextStep, answering key: String? = nil, change: ((inout PoolUser) -> Void)? = nil
    ) async throws(PoolError) -> JSONValue {
        switch step {
        case .challenge(let challenge):
            return try keep {
                putAnswer(challenge.signIn, key, isComplete: false, change)
                return put(challenge)
            }
        case .tokens(let signIn):
            let (user, client) = try whoMayHaveTokens(signIn)
            // Created first, since nothing may change without it.
            _ = try tokenSigners()
            let order = try keep {
                putAnswer(signIn, key, isComplete: true, change)
                return putOrder(for: signIn, of: user, client)
            }
            return .object([
                JSONMember("AuthenticationResult", try await issue(order)),
                JSONMember("ChallengeParameters", .object([])),
            ])
        }
    }

    /// Applies a successful answer to its challenge and its user.
    private func putAnswer(
        _ signIn: SignIn, _ key: String?, isComplete: Bool, _ change: ((inout PoolUser) -> Void)?
    ) {
        if let key { state.challenges[key] = nil }
        guard let id = signIn.userID else { return }
        state.change(id) { user in
            change?(&user)
            if signIn.firstFactor?.isPassword == true { user.trials.passwords.succeed() }
            // A first factor's code must not reset the count for the second one's.
            if isComplete || signIn.hasSecondFactor { user.trials.codes.succeed() }
        }
    }

    /// Rechecks the account, which may have changed while triggers ran.
    private func whoMayHaveTokens(_ signIn: SignIn) throws(PoolError) -> (PoolUser, PoolClient) {
        guard let user = signIn.userID.flatMap({ state.users[$0] }), let client = configuration.client(signIn.clientID)
        else { throw .wrongPassword }
        try user.checkMaySignIn()
        return (user, client)
    }

    /// Stores a challenge under a new session.
    private func put(_ challenge: NewChallenge) -> JSONValue {
        let session = challenge.exchange.map { self.session(ofBlock: $0.secretBlock) } ?? makeToken()
        let client = configuration.client(challenge.signIn.clientID)
        let seconds: Int64
        switch challenge.kind {
        case .passwordVerifier, .devicePasswordVerifier: seconds = configuration.proofSeconds
        default: seconds = Int64(client?.sessionMinutes ?? 3) * 60
        }
        state.challenges[Self.key(ofSession: session)] = PendingChallenge(
            kind: challenge.kind, signIn: challenge.signIn, expiresAt: now + seconds)
        state.sweep(at: now)
        if let message = challenge.message { outbox.append(message) }
        // A plain SRP sign-in has no session yet: the client returns its secret block.
        let isPlain = challenge.signIn.flow == .userSRP && challenge.exchange != nil
        return challenge.json(session: isPlain ? nil : session)
    }

    /// Derives an SRP session from its secret block.
    ///
    /// Some clients return only the secret block.
    func session(ofBlock block: String) -> String {
        let code = HMAC<SHA512>.authenticationCode(
            for: Array(block.utf8), using: SymmetricKey(data: state.disguiseKey))
        return "session-" + Hex.text(code)
    }

    /// The storage key of a session or token.
    static func key(ofSession text: String) -> String {
        Hex.text(SHA256.hash(data: Array(text.utf8)))
    }

    /// Generates an unguessable text.
    func makeToken() -> String { "session-" + Hex.text(environment.random(64)) }

    /// Generates a six-digit code.
    func makeCode() -> String { environment.random.code() }

    /// Runs work of milliseconds without blocking other requests.
    @concurrent nonisolated static func compute<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try work()
    }
}
