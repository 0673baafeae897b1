import CognitoHandlers

/// A user's authenticator app.
struct SoftwareToken: Sendable, Codable {
    /// The base32 secret.
    let secret: String
    /// The name that the user gave the app.
    var name: String?
    /// The time step of the last accepted code, because no code is accepted twice; -1 if no code was accepted.
    var lastStep: Int64 = -1

    /// Returns the time step of a code: the previous, current or next one; nil if the code or the secret is wrong.
    func timeStep(of code: String, at now: Int64) -> Int64? {
        try? OneTimePassword(base32: secret).step(of: code, at: now)
    }
}

/// A code of an authenticator app: the challenge `SOFTWARE_TOKEN_MFA`.
enum SoftwareTokenChallenge {
    /// Creates the challenge `SOFTWARE_TOKEN_MFA`.
    static func begin(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge {
        var parameters = ["USER_ID_FOR_SRP": user.username]
        parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
        return NewChallenge(.softwareToken, signIn, parameters)
    }

    /// Verifies a code of the user's authenticator app (TOTP, RFC 6238), and returns the verdict. It stores the code's
    /// time step, so that no code is accepted twice. `ChallengeResponse` counts wrong codes, by session and by user.
    static func evaluate(_ response: ChallengeResponse, _ pool: Pool) throws(ChallengeRejection) -> ChallengeStep {
        try response.retryable { () throws(PoolError) in try pool.checkCodeAttempts(response.signIn) }
        let givenCode = try response.required("SOFTWARE_TOKEN_MFA_CODE")
        guard let token = response.user?.softwareToken else {
            let message = "Software Token MFA does not exist for the user."
            throw .fatal(PoolError("SoftwareTokenMFANotFoundException", message))
        }
        guard let step = token.timeStep(of: givenCode, at: pool.now) else { throw .wrongCode(.wrongSoftwareTokenCode) }
        guard step > token.lastStep else { throw .retryable(.usedSoftwareToken) }
        var verdict = Verdict(signIn: response.signIn)
        verdict.signIn.hasSecondFactor = true
        verdict.change = { $0.softwareToken?.lastStep = step }
        verdict.recheck = { user, _ throws(PoolError) in
            guard let current = user.softwareToken, current.secret == token.secret else { throw .invalidSession }
            guard current.lastStep < step else { throw .usedSoftwareToken }
        }
        return .done(verdict)
    }

    /// Returns the verdict that sets up an authenticator app whose code was already verified.
    static func acceptSetUp(_ response: ChallengeResponse, _ token: SoftwareToken) -> Verdict {
        var verdict = Verdict(signIn: response.signIn)
        verdict.signIn.hasSecondFactor = true
        verdict.change = { $0.setUpSoftwareToken(token) }
        verdict.recheck = { user, pool throws(PoolError) in
            try SecondFactor.checkHasNone(user, response.signIn, pool)
        }
        return verdict
    }
}
