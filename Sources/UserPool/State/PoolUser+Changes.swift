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
        throttle.succeed()
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
        attributes["email"] = address
        attributes["email_verified"] = "true"
        mfa.insert(.email)
    }
}
