extension PoolUser {
    /// All attributes, including `sub`.
    var allAttributes: [String: String] { attributes.merging(["sub": id]) { $1 } }

    /// Checks that the account is enabled and its status permits a sign-in.
    /// - Throws: the API's error for the status.
    func checkMaySignIn() throws(PoolError) {
        guard isEnabled else { throw .disabled }
        switch status {
        case .unconfirmed: throw .unconfirmed
        case .mustResetPassword: throw .resetRequired
        case .confirmed, .mustChangePassword: return
        }
    }

    /// Checks that the password is not a temporary one that has expired.
    /// - Throws: `NotAuthorizedException` if it is.
    func checkTemporaryPassword(at now: Int64) throws(PoolError) {
        guard status == .mustChangePassword, let temporaryUntil, temporaryUntil <= now else { return }
        throw .notAuthorized("Temporary password has expired and must be reset by an administrator.")
    }

    /// Sets a permanent password.
    ///
    /// It also resets the count of wrong passwords and discards a pending reset code. A user who had to change or reset
    /// the password becomes confirmed.
    mutating func setPassword(_ record: PasswordRecord) {
        password = record
        temporaryUntil = nil
        trials.passwords.reset()
        trials.sent[CodePurpose.passwordReset.key] = nil
        if status == .mustChangePassword || status == .mustResetPassword { status = .confirmed }
    }

    /// Adds an authenticator app and enables it as a second factor.
    mutating func setUpSoftwareToken(_ token: SoftwareToken) {
        softwareToken = token
        unverifiedToken = nil
        mfa.insert(.softwareToken)
    }

    /// Adds a verified email address and enables it as a second factor.
    mutating func setUpEmail(_ address: String) {
        setAttributes(["email": address, "email_verified": "true"])
        mfa.insert(.email)
    }

    /// Sets attributes, and removes those whose new value is empty.
    ///
    /// A changed address becomes unverified, unless `email_verified` or `phone_number_verified` is also set. Codes that
    /// were sent to the old address become invalid. Removing an address disables its second factor.
    mutating func setAttributes(_ changes: [String: String]) {
        for (name, factor) in [("email", MFAFactor.email), ("phone_number", .sms)] {
            guard let value = changes[name], value != attributes[name] else { continue }
            trials.sent = trials.sent.filter { $0.value.attribute != name }
            attributes[name + "_verified"] = value.isEmpty ? nil : "false"
            if value.isEmpty { disable(factor) }
        }
        for (name, value) in changes { attributes[name] = value.isEmpty ? nil : value }
    }

    /// Disables a second factor, which is then no longer preferred.
    private mutating func disable(_ factor: MFAFactor) {
        mfa.remove(factor)
        if preferredMFA == factor { preferredMFA = nil }
    }
}
