import CognitoHandlers

/// The first factor of `USER_AUTH`, which the client prefers or the user chooses: the challenge `SELECT_CHALLENGE`.
enum FactorSelection {
    /// Starts the first factor that the client prefers, or asks the user to choose one. The user also chooses if the
    /// preferred factor is not available.
    /// - Throws: an error if no factor is available, or the user may not sign in.
    static func begin(
        _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String], _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        try user?.checkMaySignIn()
        let available = factors(of: user, pool.configuration)
        guard !available.isEmpty else { throw .notAuthorized("The user has no available authentication factor.") }
        guard let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init), available.contains(preferred)
        else {
            var challenge = NewChallenge(.selectFactor(available), signIn, ["USERNAME": signIn.username])
            challenge.available = available
            return .challenge(challenge)
        }
        return try begin(preferred, signIn, user, parameters, &pool)
    }

    /// Starts a chosen first factor, and returns the next step. If the parameters already contain the password,
    /// verifies it immediately. With `SRP_A`, starts the proof immediately.
    private static func begin(
        _ factor: FirstFactor, _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String],
        _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        switch factor {
        case .password:
            guard let password = parameters["PASSWORD"] else { return .challenge(NewChallenge(.password, signIn)) }
            return try PlainPassword.begin(signIn, user, password: password, &pool)
        case .passwordSRP:
            guard let clientValue = parameters["SRP_A"] else { return .challenge(NewChallenge(.passwordSRP, signIn)) }
            return try PasswordProof.begin(signIn, user, clientValue: clientValue, pool)
        case .emailCode:
            return .challenge(SentCodeChallenge.beginEmail(signIn, user, isSecondFactor: false, pool.random))
        case .smsCode:
            return .challenge(SentCodeChallenge.beginSMS(signIn, user, isSecondFactor: false, pool.random))
        case .passkey: return .challenge(PasskeyChallenge.begin(signIn, user, pool))
        }
    }

    /// Starts the first factor that the user has chosen, and returns the verdict. If the factor is the password and the
    /// answer contains it, verifies it immediately.
    static func evaluate(
        _ response: ChallengeResponse, _ factors: [FirstFactor], _ pool: inout Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        let factorName = try response.required("ANSWER")
        let parameters = response.answer.responses
        guard let factor = FirstFactor(rawValue: factorName), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected challenge is not available."))
        }
        // A credential can only answer options that the pool has issued before.
        if factor == .passkey, parameters["CREDENTIAL"] != nil {
            throw .retryable(.invalidParameter("Select WEB_AUTHN without CREDENTIAL first, to receive the options."))
        }
        if factor == .password, parameters["PASSWORD"] != nil { return try PlainPassword.evaluate(response, &pool) }
        return try response.verdict(&pool) { pool throws(PoolError) in
            try begin(factor, response.signIn, response.user, parameters, &pool)
        }
    }

    /// Returns the first factors that a user can sign in with. An unknown user appears to have a password.
    static func factors(of user: PoolUser?, _ configuration: PoolConfiguration) -> [FirstFactor] {
        configuration.firstFactors.filter { factor in
            switch factor {
            case .password, .passwordSRP: user == nil || user?.password != nil
            // If every sign-in needs a second factor, a code cannot be the first one.
            case .emailCode: canReceiveCode(user, "email", configuration)
            case .smsCode: canReceiveCode(user, "phone_number", configuration)
            // Nor can a passkey, unless it verifies the user.
            case .passkey:
                user?.passkeys.isEmpty == false
                    && (configuration.mfa != .on || configuration.requiresUserVerification)
            }
        }
    }

    /// Returns whether a code can be sent to a verified address of the user as the first factor.
    private static func canReceiveCode(
        _ user: PoolUser?, _ address: String, _ configuration: PoolConfiguration
    ) -> Bool {
        configuration.codeAddresses.contains(address) && user?.verifiedValue(of: address) != nil
    }
}
