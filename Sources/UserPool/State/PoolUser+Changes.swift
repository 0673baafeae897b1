extension PoolUser {
    /// All attributes, including `sub`.
    var allAttributes: [String: String] { attributes.merging(["sub": id]) { $1 } }

    /// Checks that the account's status permits sign-in.
    func checkMaySignIn() throws(PoolError) {
        guard isEnabled else { throw .disabled }
        switch status {
        case .unconfirmed: throw .unconfirmed
        case .mustResetPassword: throw .resetRequired
        case .confirmed, .mustChangePassword: return
        }
    }

    /// Checks that a temporary password has not expired.
    func checkTemporaryPassword(at now: Int64) throws(PoolError) {
        guard status == .mustChangePassword, let temporaryUntil, temporaryUntil <= now else { return }
        throw .notAuthorized("Temporary password has expired and must be reset by an administrator.")
    }

    /// Sets a permanent password.
    ///
    /// It forgets failed attempts and a pending reset code, and confirms a user who had to change or reset the password.
    mutating func setPassword(_ record: PasswordRecord) {
        password = record
        temporaryUntil = nil
        trials.passwords.succeed()
        trials.sent[CodePurpose.passwordReset.key] = nil
        if status == .mustChangePassword || status == .mustResetPassword { status = .confirmed }
    }

    /// Sets up an authenticator app after its first code.
    mutating func setUp(_ token: SoftwareToken) {
        softwareToken = token
        unverifiedToken = nil
        mfa.insert(.softwareToken)
    }

    /// Sets up an email address as second factor after its code.
    mutating func setUpEmail(_ address: String) {
        setAttributes(["email": address, "email_verified": "true"])
        mfa.insert(.email)
    }

    /// Sets attributes and removes those without a value.
    ///
    /// A new address is unverified, and codes sent to the old one are invalid, unless `email_verified` or
    /// `phone_number_verified` is set as well.
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
