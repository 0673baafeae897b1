import CognitoHandlers
import Crypto
import FlowCore
import FlowRuntime

/// Decides which step of a sign-in follows, and stores it.
enum SignInMachine {
    /// Returns the next step of a sign-in: a challenge that the user must still answer, or the tokens. `user` is nil
    /// for an unknown user, and `metadata` is for the triggers of a custom sign-in.
    static func next(
        of signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:], _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        guard let user else {
            // An unknown user can continue only in a custom sign-in.
            guard signIn.flow == .custom else { throw .wrongPassword }
            return try CustomSignIn.next(signIn, nil, metadata: metadata, pool)
        }
        if let firstFactor = signIn.firstFactor {
            try user.checkMaySignIn()
            // Only a sign-in with the temporary password replaces it.
            if firstFactor.isPassword, user.status == .mustChangePassword {
                return .challenge(NewPassword.begin(signIn, user, pool))
            }
            if let challenge = remainingChallenge(signIn, user, pool) { return .challenge(challenge) }
        }
        if signIn.flow == .custom { return try CustomSignIn.next(signIn, user, metadata: metadata, pool) }
        // Any other sign-in has verified a first factor before it gets here.
        guard signIn.firstFactor != nil else { throw .wrongPassword }
        return .done(.tokens(signIn))
    }

    /// Returns the device or second-factor challenge that remains after the first factor.
    /// - Returns: nil if none remains. A passkey that verified the user needs no second factor (API reference,
    ///   WebAuthnConfigurationType).
    private static func remainingChallenge(_ signIn: SignIn, _ user: PoolUser, _ pool: Pool) -> NewChallenge? {
        if let device = user.device(withKey: signIn.deviceKey), device.isRemembered,
            signIn.provedDevice != device.key, pool.configuration.devices != .off
        {
            return NewChallenge(.deviceSRP, signIn, ["USERNAME": signIn.username, "DEVICE_KEY": device.key])
        }
        let hasVerifiedUser = signIn.firstFactor == .passkey && pool.configuration.requiresUserVerification
        guard pool.configuration.mfa != .off, !signIn.hasSecondFactor, !hasVerifiedUser else { return nil }
        return SecondFactor.begin(signIn, user, pool)
    }

    // MARK: Storing

    /// Stores the next step of a sign-in, and returns the response. All changes are stored atomically before the tokens
    /// are signed. If this method throws, the state is unchanged. `key` is the storage key of the answered challenge,
    /// and `change` is the answer's change to the user; both are nil for a new sign-in.
    static func store(
        _ step: NextStep, answering key: String? = nil, change: UserChange? = nil, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        switch step {
        case .challenge(let challenge):
            applyAnswer(challenge.signIn, key: key, isComplete: false, change, &pool)
            return .done(storeChallenge(challenge, &pool))
        case .tokens(let signIn):
            let (user, client) = try recheckedAccount(of: signIn, pool)
            // The signing keys are loaded first: if that fails, nothing must change.
            _ = try pool.makeSigners()
            applyAnswer(signIn, key: key, isComplete: true, change, &pool)
            let issuer = TokenIssuer(recording: signIn, of: user, client, &pool)
            return try issuer.issue(&pool).then(&pool) { result, _ in
                .done(["AuthenticationResult": result, "ChallengeParameters": [:]])
            }
        }
    }

    /// Removes an answered challenge, and applies the answer's change to the user. A right password resets the user's
    /// count of wrong passwords. A second factor, or the end of the sign-in, resets the count of wrong codes. `key` is
    /// nil for a new sign-in.
    private static func applyAnswer(
        _ signIn: SignIn, key: String?, isComplete: Bool, _ change: UserChange?, _ pool: inout Pool
    ) {
        if let key { pool.state.sessions[key] = nil }
        guard let id = signIn.userID else { return }
        pool.state.accounts.change(id) { user in
            change?(&user)
            if signIn.firstFactor?.isPassword == true { user.trials.passwords.reset() }
            // The right code of a first factor must not reset the count of wrong codes of the second one.
            if isComplete || signIn.hasSecondFactor { user.trials.codes.reset() }
            if isComplete { user.hasSignedIn = true }
        }
    }

    /// Returns the current user and app client of a sign-in, and checks that the user may sign in. The account may have
    /// changed while triggers ran.
    private static func recheckedAccount(of signIn: SignIn, _ pool: Pool) throws(PoolError) -> (PoolUser, PoolClient) {
        guard let user = pool.state.accounts[signIn.userID],
            let client = pool.configuration.client(withID: signIn.clientID)
        else { throw .wrongPassword }
        try user.checkMaySignIn()
        return (user, client)
    }

    /// Stores a challenge under a new session, sends its message, and returns the response.
    private static func storeChallenge(_ challenge: NewChallenge, _ pool: inout Pool) -> JSONValue {
        let exchange = challenge.kind.exchange
        let session = pool.openSession(
            challenge.kind, challenge.signIn,
            session: exchange.map { Self.session(ofSecretBlock: $0.secretBlock, key: pool.state.disguiseKey) })
        pool.state.removeExpired(at: pool.now)
        if let message = challenge.message { pool.send(message) }
        // In USER_SRP_AUTH, a challenge with a secret block has no session, because the secret block identifies it.
        let omitsSession = challenge.signIn.flow == .userSRP && exchange != nil
        return challenge.response(session: omitsSession ? nil : session)
    }

    /// Derives the session of an SRP exchange from its secret block. Some clients return the block, not the session.
    static func session(ofSecretBlock block: String, key: [UInt8]) -> String {
        let code = HMAC<SHA512>.authenticationCode(for: Array(block.utf8), using: SymmetricKey(data: key))
        return "session-" + Hex.text(code)
    }
}

extension PoolStep<NextStep> {
    /// Returns the finished step that sends a challenge.
    static func challenge(_ challenge: NewChallenge) -> PoolStep<NextStep> { .done(.challenge(challenge)) }
}
