import CognitoHandlers

/// An SRP proof of the password: the challenges `PASSWORD_SRP` and `PASSWORD_VERIFIER`.
enum PasswordProof {
    /// Creates the SRP challenge `PASSWORD_VERIFIER` for the client's public value `SRP_A`. For a user who is unknown
    /// or has no password, the challenge is fake, with the same salt for every request with that name.
    static func begin(
        _ signIn: SignIn, _ user: PoolUser?, clientValue: String, _ pool: Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        try pool.checkPasswordAttempts(of: user?.id, named: signIn.username)
        let identity = pool.configuration.srpIdentity(of: user?.username ?? signIn.username)
        let record = user?.password ?? PasswordRecord(disguising: signIn.username, key: pool.state.disguiseKey)
        return SRPExchange.begin(clientValue, record, identity, pool) { exchange in
            var parameters = exchange.parameters
            parameters["USERNAME"] = signIn.username
            parameters["USER_ID_FOR_SRP"] = identity.user
            return NewChallenge(.passwordVerifier(exchange), signIn, parameters)
        }
    }

    /// Starts an SRP proof of the password, and returns the verdict with its challenge.
    static func begin(_ response: ChallengeResponse, _ pool: inout Pool) throws(ChallengeRejection) -> ChallengeStep {
        let clientValue = try response.required("SRP_A")
        return try response.verdict(&pool) { pool throws(PoolError) in
            try begin(response.signIn, response.user, clientValue: clientValue, pool)
        }
    }

    /// Verifies an SRP proof of the user's password, and returns the verdict that records it as the first factor.
    static func evaluate(
        _ response: ChallengeResponse, _ exchange: SRPExchange, _ pool: inout Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        try checkAttempts(response, pool)
        return try exchange.verifyProof(response).then(&pool) { isProved, pool throws(ChallengeRejection) in
            // During the verification, other requests may have failed too often. A right answer must then look like a
            // wrong one.
            try checkAttempts(response, pool)
            guard isProved, let user = response.user, exchange.uses(user.password) else { throw .wrongPassword }
            do throws(PoolError) {
                try user.checkTemporaryPassword(at: pool.now)
            } catch {
                throw .fatal(error)
            }
            return .done(verdict(response.signIn, exchange, at: pool.now))
        }
    }

    /// Checks that the user may try a password now. Otherwise the session ends.
    private static func checkAttempts(_ response: ChallengeResponse, _ pool: Pool) throws(ChallengeRejection) {
        do throws(PoolError) {
            try pool.checkPasswordAttempts(of: response.signIn.userID, named: response.signIn.username)
        } catch {
            throw .fatal(error)
        }
    }

    /// Returns the verdict of a right proof. It is valid only if the password is still the same, and the user may still
    /// try a password at `time`.
    private static func verdict(_ signIn: SignIn, _ exchange: SRPExchange, at time: Int64) -> Verdict {
        var verdict = Verdict(signIn: signIn)
        verdict.signIn.firstFactor = .passwordSRP
        // In a custom sign-in, the triggers receive each answered challenge as a round.
        if signIn.flow == .custom {
            verdict.signIn.rounds.append(ChallengeRound(challengeName: "PASSWORD_VERIFIER", challengeResult: true))
        }
        verdict.recheck = { user, _ throws(PoolError) in
            guard !user.trials.passwords.isBlocking(at: time) else { throw .tooManyPasswords }
            guard exchange.uses(user.password) else { throw .wrongPassword }
        }
        return verdict
    }
}
