import CognitoHandlers

/// A password that the client sends in plain text: `USER_PASSWORD_AUTH`, and the challenge `PASSWORD`.
enum PlainPassword {
    /// Starts a sign-in with a password: verifies it, and returns the next step.
    static func begin(
        _ signIn: SignIn, _ user: PoolUser?, password: String, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        try verify(password, signIn, user, &pool).then(&pool) { verified, pool throws(PoolError) in
            // The user may have changed during the verification.
            try SignInMachine.next(of: verified, pool.state.accounts[verified.userID], &pool)
        }
    }

    /// Verifies the password in an answer, and returns the verdict that records it as the first factor.
    static func evaluate(_ response: ChallengeResponse, _ pool: inout Pool) throws(ChallengeRejection) -> ChallengeStep
    {
        let password = try response.required("PASSWORD")
        return try .start(&pool) { pool throws(PoolError) in
            try verify(password, response.signIn, response.user, &pool).then(&pool) { signIn, _ in
                .done(Verdict(signIn: signIn))
            }
        } replacingErrors: { error, _ in
            .fatal(error)
        }
    }

    /// Verifies a password, and returns the sign-in with the password as its first factor. Counts a wrong password.
    private static func verify(
        _ password: String, _ signIn: SignIn, _ user: PoolUser?, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<SignIn> {
        let id = user?.id
        let name = signIn.username
        try pool.checkPasswordAttempts(of: id, named: name)
        let identity = pool.configuration.srpIdentity(of: user?.username ?? name)
        // A fake record for an unknown user makes the verification take as long.
        let record = user?.password ?? PasswordRecord(disguising: name, key: pool.state.disguiseKey)
        return .work({ record.accepts(password, of: identity) }) { isRight, pool throws(PoolError) in
            // During the verification, another request may have tried a wrong password or changed the password.
            try pool.checkPasswordAttempts(of: id, named: name)
            guard isRight, let user = pool.state.accounts[id], user.password == record else {
                pool.countWrongPassword(of: id, named: name)
                throw .wrongPassword
            }
            try user.checkMaySignIn()
            try user.checkTemporaryPassword(at: pool.now)
            var verifiedSignIn = signIn
            verifiedSignIn.firstFactor = .password
            return .done(verifiedSignIn)
        }
    }
}
