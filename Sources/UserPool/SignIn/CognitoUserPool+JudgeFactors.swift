import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Verifies a code that the pool has sent.
    /// - Parameters:
    ///   - answer: the client's answer to the challenge.
    ///   - name: the member of the answer that contains the code.
    ///   - rightCode: the code that was sent.
    ///   - signIn: the progress of the sign-in, with the user whose wrong codes count.
    ///   - isSecondFactor: whether to record a second factor.
    ///   - factor: the first factor to record; nil for none.
    /// - Returns: the verdict, which records the factors.
    /// - Throws: a rejection if the code is wrong, or there were too many wrong codes.
    func judgeCode(
        _ answer: ChallengeAnswer, member name: String, rightCode: String, _ signIn: SignIn,
        isSecondFactor: Bool = false, as factor: FirstFactor? = nil
    ) throws(ChallengeRejection) -> Verdict {
        let givenCode = try withRetryableErrors { () throws(PoolError) in
            try checkCodeAttempts(signIn)
            return try answer.requiredResponse(name)
        }
        guard signIn.userID != nil, ConstantTime.isSame(givenCode, rightCode) else { throw .wrongCode }
        var verdict = Verdict(signIn)
        if let factor { verdict.signIn.firstFactor = factor }
        if isSecondFactor { verdict.signIn.hasSecondFactor = true }
        return verdict
    }

    /// Checks that the user of a sign-in may try a code now.
    /// - Throws: `NotAuthorizedException` for a while after too many wrong codes, also in earlier sessions.
    private func checkCodeAttempts(_ signIn: SignIn) throws(PoolError) {
        if attemptLimiter(of: signIn.userID, named: signIn.username).codes.isBlocking(at: now) {
            throw .notAuthorized("User temporarily locked. Try again soon.")
        }
    }

    /// Verifies an emailed code, and returns the verdict.
    ///
    /// If `address` is not nil, the verdict sets it up as a second factor.
    func judgeEmailCode(
        _ answer: ChallengeAnswer, _ code: String, _ signIn: SignIn, isSecondFactor: Bool, settingUp address: String?
    ) throws(ChallengeRejection) -> Verdict {
        var verdict = try judgeCode(
            answer, member: "EMAIL_OTP_CODE", rightCode: code, signIn, isSecondFactor: isSecondFactor,
            as: isSecondFactor ? nil : .emailCode)
        if let address {
            // Since the challenge was issued, another user may have verified the address.
            try withRetryableErrors { () throws(PoolError) in
                try checkAliasIsAvailable("email", value: address, otherThan: signIn.userID)
            }
            verdict.change = { $0.setUpEmail(address) }
            verdict.objection = setUpObjection(signIn)
        }
        return verdict
    }

    /// Returns the verdict that sets up an authenticator app whose code was already verified.
    func acceptSoftwareTokenSetUp(_ token: SoftwareToken, _ signIn: SignIn) -> Verdict {
        var verdict = Verdict(signIn)
        verdict.signIn.hasSecondFactor = true
        verdict.change = { $0.setUpSoftwareToken(token) }
        verdict.objection = setUpObjection(signIn)
        return verdict
    }

    /// Returns a check that rejects the set-up of a second factor if the user already has one.
    private func setUpObjection(_ signIn: SignIn) -> (PoolUser) -> PoolError? {
        let poolConfiguration = configuration
        return { user in
            poolConfiguration.secondFactors(of: user, excluding: signIn.firstFactor).isEmpty ? nil : .invalidSession
        }
    }

    /// Verifies a code of the user's authenticator app.
    ///
    /// The verdict stores the code's time step, so that no code is accepted twice.
    func judgeSoftwareToken(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        let givenCode = try withRetryableErrors { () throws(PoolError) in
            try checkCodeAttempts(signIn)
            return try answer.requiredResponse("SOFTWARE_TOKEN_MFA_CODE")
        }
        guard let token = user?.softwareToken else {
            throw .fatal(PoolError("SoftwareTokenMFANotFoundException", "Software Token MFA has not been enabled"))
        }
        guard let step = token.timeStep(of: givenCode, at: now) else { throw .wrongCode }
        guard step > token.lastStep else { throw .retryable(.usedSoftwareToken) }
        var verdict = Verdict(signIn)
        verdict.signIn.hasSecondFactor = true
        verdict.change = { $0.softwareToken?.lastStep = step }
        verdict.objection = { user in
            guard let current = user.softwareToken, current.secret == token.secret else { return .invalidSession }
            return current.lastStep < step ? nil : .usedSoftwareToken
        }
        return verdict
    }

    /// Starts the second factor that the user has chosen, and returns the verdict with its challenge.
    func judgeMFASelection(
        _ answer: ChallengeAnswer, _ factors: [MFAFactor], _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        let factorName = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("ANSWER") }
        guard let user, let factor = MFAFactor(answer: factorName), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected MFA type is not available."))
        }
        var verdict = Verdict(signIn)
        verdict.next = .challenge(makeSecondFactorChallenge(factor, signIn, user))
        return verdict
    }

    /// Returns the verdict whose challenge sends a code to the address that the user sets up as a second factor.
    ///
    /// Amplify sends the address in the answer to `MFA_SETUP`.
    func judgeEmailSetUp(
        _ answer: ChallengeAnswer, _ factors: [MFAFactor], _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        guard let address = answer.responses["EMAIL"], factors.contains(.email) else {
            throw .retryable(.invalidParameter("Software token MFA has not been verified for this session."))
        }
        guard address.contains("@"), address.utf8.count <= MaxLength.attributeValue, let user else {
            throw .retryable(.invalidParameter("Invalid email address format."))
        }
        try withRetryableErrors { () throws(PoolError) in
            try checkAliasIsAvailable("email", value: address, otherThan: user.id)
        }
        var verdict = Verdict(signIn)
        verdict.objection = setUpObjection(signIn)
        verdict.next = .challenge(makeEmailChallenge(signIn, user, isSecondFactor: true, settingUp: address))
        return verdict
    }

    /// Returns the verdict that sets a new password and the missing required attributes.
    func judgeNewPassword(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        // Meanwhile another session may have set a permanent password.
        guard let user, user.status == .mustChangePassword else { throw .fatal(.invalidSession) }
        let password = try withRetryableErrors { () throws(PoolError) in
            let password = try answer.requiredResponse("NEW_PASSWORD")
            try checkPasswordPolicy(password)
            try checkNewAttributes(answer.attributes, of: user)
            return password
        }
        let attributes = answer.attributes
        let record = await makePasswordRecord(of: password, for: user.username)
        var verdict = Verdict(signIn)
        verdict.change = { user in
            user.setAttributes(attributes)
            user.setPassword(record)
        }
        verdict.objection = { $0.status == .mustChangePassword ? nil : .invalidSession }
        return verdict
    }

    /// Checks the attributes in an answer to `NEW_PASSWORD_REQUIRED`.
    /// - Throws: an error if a required attribute is still missing, or one that has a value is changed.
    private func checkNewAttributes(_ attributes: [String: String], of user: PoolUser) throws(PoolError) {
        try checkWritable(attributes)
        try checkPreferredUsernameIsAvailable(attributes, otherThan: user.id)
        for name in configuration.requiredAttributes {
            let old = user.attributes[name] ?? ""
            guard let new = attributes[name] else {
                if old.isEmpty { throw .invalidParameter("Invalid attributes given, \(name) is missing") }
                continue
            }
            guard old.isEmpty || old == new else {
                throw .notAuthorized("Cannot modify the already provided \(name)")
            }
        }
    }
}
