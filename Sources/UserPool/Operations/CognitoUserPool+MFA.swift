import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The secret's length in bytes: 52 base32 digits, as in the service.
    private static let secretByteCount = 32

    /// AssociateSoftwareToken, with an access token or the session of `MFA_SETUP`.
    func associateSoftwareToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        guard configuration.mfa != .off, configuration.mfaFactors.contains(.softwareToken) else {
            throw PoolError("SoftwareTokenMFANotFoundException", "Software token MFA is not enabled for the pool")
        }
        let secret = Base32.text(environment.random(Self.secretByteCount))
        guard let session = try input.optional("Session") else {
            let user = try authorize(input).user
            try keep { state.change(user.id) { $0.unverifiedToken = secret } }
            return .texts(["SecretCode": secret])
        }
        try checkOneAuthorization(input)
        let (key, pending) = try find(session: session)
        guard case .setUpMFA(let factors) = pending.kind, factors.contains(.softwareToken) else { throw .deadSession }
        let next = try keep { rotate(key, pending, to: .softwareTokenOffered(secret: secret)) }
        return .texts(["SecretCode": secret, "Session": next])
    }

    /// VerifySoftwareToken, with an access token or `AssociateSoftwareToken`'s session.
    func verifySoftwareToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let code = try input.text("UserCode", longest: 6)
        let name = try input.optional("FriendlyDeviceName")
        guard let session = try input.optional("Session") else {
            let user = try authorize(input).user
            guard let secret = user.unverifiedToken else { throw Self.noSoftwareToken }
            let token = try token(secret, name, code)
            try keep {
                state.change(user.id) { user in
                    // A signed-in user enables the factor with SetUserMFAPreference.
                    let factors = user.mfa
                    user.setUp(token)
                    user.mfa = factors
                }
            }
            return .texts(["Status": "SUCCESS"])
        }
        try checkOneAuthorization(input)
        let (key, pending) = try find(session: session)
        guard case .softwareTokenOffered(let secret) = pending.kind else { throw .deadSession }
        let verified: SoftwareToken
        do throws(PoolError) { verified = try token(secret, name, code) } catch {
            let isTriedOut = pending.attempts + 1 >= configuration.codeAttempts
            try count {
                state.challenges[key]?.attempts += 1
                if isTriedOut { state.challenges[key] = nil }
            }
            throw error
        }
        let next = try keep { rotate(key, pending, to: .softwareTokenVerified(verified)) }
        return .texts(["Status": "SUCCESS", "Session": next])
    }

    private func checkOneAuthorization(_ input: PoolInput) throws(PoolError) {
        guard input.json["AccessToken"] == nil else {
            throw .invalidParameter("Only one of AccessToken and Session can be given")
        }
    }

    private func token(_ secret: String, _ name: String?, _ code: String) throws(PoolError) -> SoftwareToken {
        var token = SoftwareToken(secret: secret, name: name)
        guard let step = token.step(of: code, at: now) else {
            throw PoolError("EnableSoftwareTokenMFAException", "Code mismatch")
        }
        token.lastStep = step
        return token
    }

    private func find(session: String) throws(PoolError) -> (String, PendingChallenge) {
        let key = Self.key(ofSession: session)
        guard let pending = state.challenges[key], !claimed.contains(key) else { throw .deadSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        return (key, pending)
    }

    /// Replaces a session with a new one.
    private func rotate(_ key: String, _ pending: PendingChallenge, to kind: ChallengeKind) -> String {
        let session = makeToken()
        let minutes = configuration.client(pending.signIn.clientID)?.sessionMinutes ?? 3
        state.challenges[key] = nil
        state.challenges[Self.key(ofSession: session)] = PendingChallenge(
            kind: kind, signIn: pending.signIn, expiresAt: now + Int64(minutes) * 60)
        return session
    }

    func setUserMFAPreference(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try setPreferences(input, of: try authorize(input).user)
    }

    /// Enables and disables second factors.
    func setPreferences(_ input: PoolInput, of user: PoolUser) throws(PoolError) -> JSONValue {
        var (factors, preferred) = (user.mfa, user.preferredMFA)
        var preferences = 0
        for (name, factor) in Self.settings where input.json[name] != nil {
            let setting = try input.object(name)
            let isEnabled = try setting.flag("Enabled")
            if isEnabled { try checkCanEnable(factor, user) }
            if isEnabled { factors.insert(factor) } else { factors.remove(factor) }
            if try setting.flag("PreferredMfa") {
                guard isEnabled else { throw .invalidParameter("A factor that is not enabled cannot be preferred") }
                preferred = factor
                preferences += 1
            } else if preferred == factor {
                preferred = nil
            }
        }
        guard preferences <= 1 else { throw .invalidParameter("Only one factor can be set as preferred") }
        let (all, first) = (factors, preferred.flatMap { factors.contains($0) ? $0 : nil })
        try keep {
            state.change(user.id) { user in
                user.mfa = all
                user.preferredMFA = first
            }
        }
        return .object([])
    }

    private static let settings: [(String, MFAFactor)] = [
        ("SMSMfaSettings", .sms), ("SoftwareTokenMfaSettings", .softwareToken), ("EmailMfaSettings", .email),
    ]

    private func checkCanEnable(_ factor: MFAFactor, _ user: PoolUser) throws(PoolError) {
        guard configuration.mfa != .off, configuration.mfaFactors.contains(factor) else {
            throw .invalidParameter("The pool does not have this MFA type enabled")
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

    /// SetUserSettings, which only supports text messages.
    func setUserSettings(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let options = try input.list("MFAOptions")
        for option in options where option.members == nil { throw PoolInput.wrongType("MFAOptions") }
        let isOn = !options.isEmpty
        if isOn { try checkCanEnable(.sms, user) }
        try keep {
            state.change(user.id) { user in
                if isOn { user.mfa.insert(.sms) } else { user.mfa.remove(.sms) }
            }
        }
        return .object([])
    }

    private static let noSoftwareToken = PoolError(
        "SoftwareTokenMFANotFoundException", "No software token was associated")
}
