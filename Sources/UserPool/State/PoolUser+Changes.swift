extension PoolUser {
    /// All attributes, with `sub`.
    var allAttributes: [String: String] { attributes.merging(["sub": id]) { $1 } }

    /// Whether the account is in a state to sign in.
    func checkMaySignIn() throws(PoolError) {
        guard isEnabled else { throw .disabled }
        switch status {
        case .unconfirmed: throw .unconfirmed
        case .mustResetPassword: throw .resetRequired
        case .confirmed, .mustChangePassword: return
        }
    }

    /// Whether a temporary password is still good.
    func checkTemporaryPassword(at now: Int64) throws(PoolError) {
        guard status == .mustChangePassword, let temporaryUntil, temporaryUntil <= now else { return }
        throw .notAuthorized("Temporary password has expired and must be reset by an administrator.")
    }

    /// Takes a password of the user's own.
    mutating func setPassword(_ record: PasswordRecord) {
        password = record
        temporaryUntil = nil
        trials.passwords.succeed()
        trials.sent[CodePurpose.passwordReset.key] = nil
        if status == .mustChangePassword || status == .mustResetPassword { status = .confirmed }
    }

    /// Takes an authenticator app whose code came.
    mutating func setUp(_ token: SoftwareToken) {
        softwareToken = token
        unverifiedToken = nil
        mfa.insert(.softwareToken)
    }

    /// Takes an address whose code came as second factor.
    mutating func setUpEmail(_ address: String) {
        setAttributes(["email": address, "email_verified": "true"])
        mfa.insert(.email)
    }

    /// Sets attributes; those without a value go. What was verified or sent for an old address does not count for a new
    /// one, unless `email_verified` or `phone_number_verified` comes along.
    mutating func setAttributes(_ new: [String: String]) {
        for (name, factor) in [("email", MFAFactor.email), ("phone_number", .sms)] {
            guard let value = new[name], value != attributes[name] else { continue }
            trials.sent = trials.sent.filter { $0.value.attribute != name }
            attributes[name + "_verified"] = value.isEmpty ? nil : "false"
            if value.isEmpty { turnOff(factor) }
        }
        for (name, value) in new { attributes[name] = value.isEmpty ? nil : value }
    }

    private mutating func turnOff(_ factor: MFAFactor) {
        mfa.remove(factor)
        if preferredMFA == factor { preferredMFA = nil }
    }
}
