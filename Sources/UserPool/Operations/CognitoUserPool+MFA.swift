import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The length of a new secret in bytes, which gives 52 base32 digits as in the service.
    private static let secretByteCount = 32

    /// Implements `AssociateSoftwareToken`: returns a new secret for an authenticator app.
    ///
    /// The request has an access token or the session of `MFA_SETUP`.
    func associateSoftwareToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        guard configuration.mfa != .off, configuration.mfaFactors.contains(.softwareToken) else {
            throw PoolError("SoftwareTokenMFANotFoundException", "Software token MFA is not enabled for the pool")
        }
        let secret = Base32.text(environment.random(Self.secretByteCount))
        guard let session = try input.optionalText("Session") else {
            let user = try authorize(input).user
            try commit { state.changeUser(user.id) { $0.unverifiedToken = secret } }
            return .stringMap(["SecretCode": secret])
        }
        try checkHasNoAccessToken(input)
        let (key, pending) = try pendingChallenge(session: session)
        guard case .setUpMFA(let factors) = pending.kind, factors.contains(.softwareToken) else {
            throw .invalidSession
        }
        let next = try commit { replaceSession(key, pending, with: .softwareTokenOffered(secret: secret)) }
        return .stringMap(["SecretCode": secret, "Session": next])
    }

    /// Implements `VerifySoftwareToken`: verifies a code of an authenticator app.
    ///
    /// The request has an access token or the session of `AssociateSoftwareToken`.
    func verifySoftwareToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let code = try input.text("UserCode", longest: MaxLength.softwareTokenCode)
        let name = try input.optionalText("FriendlyDeviceName")
        guard let session = try input.optionalText("Session") else {
            return try verifySoftwareToken(of: try authorize(input).user, code: code, name: name)
        }
        try checkHasNoAccessToken(input)
        return try verifySoftwareToken(session: session, code: code, name: name)
    }

    /// Verifies the first code of a signed-in user's authenticator app, stores the app, and returns the response.
    private func verifySoftwareToken(of user: PoolUser, code: String, name: String?) throws(PoolError) -> JSONValue {
        guard let secret = user.unverifiedToken else { throw Self.noSoftwareToken }
        let token = try verifiedToken(secret: secret, name: name, code: code)
        try commit {
            state.changeUser(user.id) { user in
                // A signed-in user enables the factor with SetUserMFAPreference.
                let factors = user.mfa
                user.setUpSoftwareToken(token)
                user.mfa = factors
            }
        }
        return .stringMap(["Status": "SUCCESS"])
    }

    /// Verifies the first code of an authenticator app that is set up during a sign-in, and returns the response.
    ///
    /// The response contains a new session, with which the sign-in continues. After too many wrong codes, the old
    /// session ends.
    private func verifySoftwareToken(session: String, code: String, name: String?) throws(PoolError) -> JSONValue {
        let (key, pending) = try pendingChallenge(session: session)
        guard case .softwareTokenOffered(let secret) = pending.kind else { throw .invalidSession }
        let verified: SoftwareToken
        do throws(PoolError) { verified = try verifiedToken(secret: secret, name: name, code: code) } catch {
            let isLastAttempt = pending.attempts + 1 >= configuration.codeAttempts
            try commitFailure {
                state.challenges[key]?.attempts += 1
                if isLastAttempt { state.challenges[key] = nil }
            }
            throw error
        }
        let next = try commit { replaceSession(key, pending, with: .softwareTokenVerified(verified)) }
        return .stringMap(["Status": "SUCCESS", "Session": next])
    }

    /// Checks that a request with a session has no access token as well.
    /// - Throws: `InvalidParameterException` if it has both.
    private func checkHasNoAccessToken(_ input: PoolInput) throws(PoolError) {
        guard input.json["AccessToken"] == nil else {
            throw .invalidParameter("AccessToken and Session cannot be used together")
        }
    }

    /// Returns the authenticator app with a secret, after verifying its first code.
    /// - Throws: `EnableSoftwareTokenMFAException` if the code is wrong.
    private func verifiedToken(secret: String, name: String?, code: String) throws(PoolError) -> SoftwareToken {
        var token = SoftwareToken(secret: secret, name: name)
        guard let step = token.timeStep(of: code, at: now) else {
            throw PoolError("EnableSoftwareTokenMFAException", "Code mismatch")
        }
        token.lastStep = step
        return token
    }

    /// Returns the pending challenge of a session, with its storage key.
    /// - Throws: an error if the session is invalid, expired or already in use.
    private func pendingChallenge(session: String) throws(PoolError) -> (key: String, challenge: PendingChallenge) {
        let key = Self.storageKey(of: session)
        guard let pending = state.challenges[key], !challengesInProgress.contains(key) else { throw .invalidSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        return (key, pending)
    }

    /// Replaces a session by one with another challenge.
    /// - Parameters:
    ///   - key: the storage key of the session to remove.
    ///   - pending: the challenge of that session, whose sign-in continues.
    ///   - kind: the challenge that the new session answers.
    /// - Returns: the new session for the client.
    private func replaceSession(_ key: String, _ pending: PendingChallenge, with kind: ChallengeKind) -> String {
        let session = makeToken()
        let client = configuration.client(withID: pending.signIn.clientID) ?? PoolClient()
        state.challenges[key] = nil
        state.challenges[Self.storageKey(of: session)] = PendingChallenge(
            kind: kind, signIn: pending.signIn, expiresAt: now + client.sessionSeconds)
        return session
    }

    /// Implements `SetUserMFAPreference`: sets the second factors of the signed-in user.
    func setUserMFAPreference(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try setMFAPreferences(input, of: try authorize(input).user)
    }

    /// Sets which second factors of a user are enabled, and which one is preferred.
    ///
    /// Factors that the request omits stay as they are. A factor that is disabled is no longer preferred.
    /// - Returns: the empty response.
    /// - Throws: an error if a factor cannot be enabled, or more than one is preferred.
    func setMFAPreferences(_ input: PoolInput, of user: PoolUser) throws(PoolError) -> JSONValue {
        var (factors, preferred) = (user.mfa, user.preferredMFA)
        var preferredCount = 0
        for (name, factor) in Self.factorSettings where input.json[name] != nil {
            let setting = try input.object(name)
            let isEnabled = try setting.flag("Enabled")
            if isEnabled { try checkCanEnable(factor, user) }
            if isEnabled { factors.insert(factor) } else { factors.remove(factor) }
            if try setting.flag("PreferredMfa") {
                guard isEnabled else { throw .invalidParameter("Only an enabled factor can be preferred") }
                preferred = factor
                preferredCount += 1
            } else if preferred == factor {
                preferred = nil
            }
        }
        guard preferredCount <= 1 else { throw .invalidParameter("Only one factor can be set as preferred") }
        let (newFactors, newPreferred) = (factors, preferred.flatMap { factors.contains($0) ? $0 : nil })
        try commit {
            state.changeUser(user.id) { user in
                user.mfa = newFactors
                user.preferredMFA = newPreferred
            }
        }
        return .object([])
    }

    /// The request members that configure second factors, and the factor of each.
    private static let factorSettings: [(name: String, factor: MFAFactor)] = [
        ("SMSMfaSettings", .sms), ("SoftwareTokenMfaSettings", .softwareToken), ("EmailMfaSettings", .email),
    ]

    /// Checks that the pool permits a second factor and the user has set it up.
    /// - Throws: `InvalidParameterException` otherwise.
    private func checkCanEnable(_ factor: MFAFactor, _ user: PoolUser) throws(PoolError) {
        guard configuration.mfa != .off, configuration.mfaFactors.contains(factor) else {
            throw .invalidParameter("This MFA type is not enabled for the pool")
        }
        switch factor {
        case .sms:
            guard user.attributes["phone_number"] != nil else {
                throw .invalidParameter("User does not have delivery config set to turn on SMS_MFA")
            }
        case .email:
            guard user.attributes["email"] != nil else {
                throw .invalidParameter("User does not have delivery config set to turn on EMAIL_OTP")
            }
        case .softwareToken:
            guard user.softwareToken != nil else {
                throw .invalidParameter("User has not verified software token mfa")
            }
        }
    }

    /// Implements `SetUserSettings`: enables text messages as a second factor, or disables them for an empty list.
    func setUserSettings(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let options = try input.list("MFAOptions")
        for option in options where option.members == nil { throw PoolInput.wrongType("MFAOptions") }
        let isOn = !options.isEmpty
        if isOn { try checkCanEnable(.sms, user) }
        try commit {
            state.changeUser(user.id) { user in
                if isOn { user.mfa.insert(.sms) } else { user.mfa.remove(.sms) }
            }
        }
        return .object([])
    }

    private static let noSoftwareToken = PoolError(
        "SoftwareTokenMFANotFoundException", "No software token was associated")
}
