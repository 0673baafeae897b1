import CognitoHandlers
import Crypto
import FlowCore

extension CognitoUserPool {
    /// Keeps what a request led to and gives the reply. All changes are made and kept in one go, before anything is waited for.
    /// - Parameters:
    ///   - step: what comes next.
    ///   - key: the challenge that was answered and cannot be answered again.
    ///   - change: what the answer changes in the user.
    /// - Returns: the reply: a challenge, or tokens.
    /// - Throws: that the user may no longer have tokens, that there is no key for them, or that nothing can be kept; then
    ///   nothing has changed.
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
            // Made before, since without it nothing changes.
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

    /// Puts what an answer that passed means for its challenge and its user.
    private func putAnswer(
        _ signIn: SignIn, _ key: String?, isComplete: Bool, _ change: ((inout PoolUser) -> Void)?
    ) {
        if let key { state.challenges[key] = nil }
        guard let id = signIn.userID else { return }
        state.change(id) { user in
            change?(&user)
            if signIn.firstFactor?.isPassword == true { user.trials.passwords.succeed() }
            // The code of a first factor is no new chance to guess that of the second one.
            if isComplete || signIn.hasSecondFactor { user.trials.codes.succeed() }
        }
    }

    /// Triggers may have taken their time: the account counts as it stands now.
    private func whoMayHaveTokens(_ signIn: SignIn) throws(PoolError) -> (PoolUser, PoolClient) {
        guard let user = signIn.userID.flatMap({ state.users[$0] }), let client = configuration.client(signIn.clientID)
        else { throw .wrongPassword }
        try user.checkMaySignIn()
        return (user, client)
    }

    /// Puts a challenge under a new session.
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
        // A plain SRP sign-in has no session yet: its secret block is what is sent back.
        let isPlain = challenge.signIn.flow == .userSRP && challenge.exchange != nil
        return challenge.json(session: isPlain ? nil : session)
    }

    /// The session of an SRP exchange follows from its secret block, since some clients send that one alone.
    func session(ofBlock block: String) -> String {
        let code = HMAC<SHA512>.authenticationCode(
            for: Array(block.utf8), using: SymmetricKey(data: state.disguiseKey))
        return "session-" + Hex.text(code)
    }

    /// What a session or a token is kept under.
    static func key(ofSession text: String) -> String {
        Hex.text(SHA256.hash(data: Array(text.utf8)))
    }

    /// A text that nobody can guess.
    func makeToken() -> String { "session-" + Hex.text(environment.random(64)) }

    /// A code of six digits.
    func makeCode() -> String { environment.random.code() }

    /// Work that takes milliseconds, where it does not hold up other requests.
    @concurrent nonisolated static func compute<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try work()
    }
}
