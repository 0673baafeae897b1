import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Verifies a code that was sent.
    func judgeCode(
        _ answer: ChallengeAnswer, _ name: String, _ code: String, _ signIn: SignIn, isSecondFactor: Bool = false,
        as factor: FirstFactor? = nil
    ) throws(ChallengeRejection) -> Verdict {
        let given = try retryable { () throws(PoolError) in
            try checkCodeTrials(signIn)
            return try answer.required(name)
        }
        guard signIn.userID != nil, ConstantTime.isSame(given, code) else { throw .wrongCode }
        var judgement = Verdict(signIn)
        if let factor { judgement.signIn.firstFactor = factor }
        if isSecondFactor { judgement.signIn.hasSecondFactor = true }
        return judgement
    }

    /// Throws after too many wrong codes. A new session does not reset the count.
    private func checkCodeTrials(_ signIn: SignIn) throws(PoolError) {
        if trials(signIn.userID, signIn.username).codes.isClosed(at: now) {
            throw .notAuthorized("User temporarily locked. Try again soon.")
        }
    }

    /// Prevents the set-up of a second factor once the user has one.
    func objectionToSetUp(_ signIn: SignIn) -> (PoolUser) -> PoolError? {
        let configuration = configuration
        return { user in
            configuration.factors(of: user, besides: signIn.firstFactor).isEmpty ? nil : .deadSession
        }
    }

    /// Verifies an authenticator app's code. Each code is accepted once.
    func judgeSoftwareToken(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        let given = try retryable { () throws(PoolError) in
            try checkCodeTrials(signIn)
            return try answer.required("SOFTWARE_TOKEN_MFA_CODE")
        }
        guard let token = user?.softwareToken else {
            throw .fatal(PoolError("SoftwareTokenMFANotFoundException", "Software Token MFA has not been enabled"))
        }
        guard let step = token.step(of: given, at: now) else { throw .wrongCode }
        guard step > token.lastStep else { throw .retryable(.usedSoftwareToken) }
        var judgement = Verdict(signIn)
        judgement.signIn.hasSecondFactor = true
        judgement.change = { $0.softwareToken?.lastStep = step }
        judgement.objection = { user in
            guard let now = user.softwareToken, now.secret == token.secret else { return .deadSession }
            return now.lastStep < step ? nil : .usedSoftwareToken
        }
        return judgement
    }

    /// Handles the choice of a second factor.
    func select(
        _ answer: ChallengeAnswer, _ factors: [MFAFactor], _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        let word = try retryable { () throws(PoolError) in try answer.required("ANSWER") }
        guard let user, let factor = MFAFactor(answer: word), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected MFA type is not available."))
        }
        var judgement = Verdict(signIn)
        judgement.next = .challenge(challenge(factor, signIn, user))
        return judgement
    }

    /// Sets up an email address as second factor. Amplify sends it in an `MFA_SETUP` answer.
    func setUpEmail(
        _ answer: ChallengeAnswer, _ factors: [MFAFactor], _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        guard let address = answer.responses["EMAIL"], factors.contains(.email) else {
            throw .retryable(.invalidParameter("Software token MFA has not been verified for this session."))
        }
        guard address.contains("@"), address.utf8.count <= 2048, let user else {
            throw .retryable(.invalidParameter("Invalid email address format."))
        }
        try retryable { () throws(PoolError) in try checkAlias("email", address, besides: user.id) }
        var judgement = Verdict(signIn)
        judgement.objection = objectionToSetUp(signIn)
        judgement.next = .challenge(emailCode(signIn, user, isSecondFactor: true, settingUp: address))
        return judgement
    }

    /// Handles a new password with its required attributes.
    func judgeNewPassword(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        // If another session has changed it meanwhile, the user already has a permanent password.
        guard let user, user.status == .mustChangePassword else { throw .fatal(.deadSession) }
        let password = try retryable { () throws(PoolError) in
            let password = try answer.required("NEW_PASSWORD")
            try checkPolicy(password)
            try checkNewAttributes(answer.attributes, of: user)
            return password
        }
        let attributes = answer.attributes
        let record = await record(of: password, for: user.username)
        var judgement = Verdict(signIn)
        judgement.change = { user in
            user.setAttributes(attributes)
            user.setPassword(record)
        }
        judgement.objection = { $0.status == .mustChangePassword ? nil : .deadSession }
        return judgement
    }

    /// Checks a new password's attributes: all missing ones, and no changed ones.
    private func checkNewAttributes(_ attributes: [String: String], of user: PoolUser) throws(PoolError) {
        try checkWritable(attributes)
        try checkPreferredName(attributes, of: user.id)
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
