import FlowCore
import FlowRuntime

/// Resets and changes passwords of users.
enum PasswordOperations {
    static let all: [String: PoolOperation] = [
        "ForgotPassword": .turn(forgotPassword),
        "ConfirmForgotPassword": .turns(confirmForgotPassword),
        "ChangePassword": .turns(changePassword),
        "AdminResetUserPassword": .administered(adminResetUserPassword),
        "AdminSetUserPassword": .turns(adminSetUserPassword, isAdministrative: true),
    ]

    /// Implements `ForgotPassword`: sends a code to reset the password. If the app client hides user existence, the
    /// response does not reveal that no code can be sent.
    private static func forgotPassword(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let (knownUser, client, name) = try pool.resolveUser(in: input)
        do throws(PoolError) {
            guard let knownUser else { throw .unknownUser }
            let attribute = try resetAttribute(of: knownUser, pool.configuration)
            return ["CodeDeliveryDetails": VerificationCodes.send(.passwordReset, to: attribute, of: knownUser, &pool)]
        } catch {
            guard client.hidesUserExistence else { throw error }
            return VerificationCodes.pretendToSend(.passwordReset, of: knownUser?.id, named: name, &pool)
        }
    }

    /// Returns the attribute to send the reset code to, or throws if the user's state or addresses permit no reset.
    static func resetAttribute(of user: PoolUser, _ configuration: PoolConfiguration) throws(PoolError) -> String {
        guard user.isEnabled else { throw .disabled }
        guard user.status != .mustChangePassword else { throw cannotReset }
        guard user.status != .unconfirmed,
            let attribute = VerificationCodes.addressAttribute(of: user, mustBeVerified: true, configuration)
        else {
            throw .invalidParameter(
                "Cannot reset password for the user as there is no registered/verified email or phone_number")
        }
        return attribute
    }

    private static let cannotReset = PoolError.notAuthorized("User password cannot be reset in the current state.")

    /// Implements `ConfirmForgotPassword`: sets a new password with the code that was sent.
    static func confirmForgotPassword(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        let (knownUser, _, name) = try pool.resolveUser(in: input)
        let code = try input.text("ConfirmationCode", longest: MaxLength.code)
        let password = try input.text("Password")
        try pool.configuration.checkPasswordPolicy(password)
        let sent = try VerificationCodes.verify(code, .passwordReset, of: knownUser, named: name, &pool)
        // The code of an unknown user never matches, so this guard never fails.
        guard let user = knownUser else { throw .expiredCode }
        return .work(pool.passwordRecord(of: password, for: user.username)) { record, pool throws(PoolError) in
            // While the password was hashed, another request may have used the code, or sent a new one.
            let attempts = pool.state.accounts.attempts(of: user.id, named: name)
            guard attempts.sent[CodePurpose.passwordReset.key]?.code == sent.code else { throw .expiredCode }
            pool.state.accounts.change(user.id) { user in
                user.setPassword(record)
                user.trials.codes.reset()
            }
            return .done([:])
        }
    }

    // MARK: Signed-in users

    /// Implements `ChangePassword`: replaces the password of a signed-in user.
    static func changePassword(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        let user = try pool.authorize(input).user
        let proposed = try input.text("ProposedPassword")
        let previous = try input.optionalText("PreviousPassword")
        return try verifyPrevious(previous, of: user, pool).then(&pool) { _, pool throws(PoolError) in
            try pool.configuration.checkPasswordPolicy(proposed)
            return .work(pool.passwordRecord(of: proposed, for: user.username)) { record, pool throws(PoolError) in
                // While the password was hashed, another request may have changed the password, or required a reset.
                guard let current = pool.state.accounts[user.id], current.password == user.password else {
                    throw .wrongPassword
                }
                guard current.status != .mustResetPassword else { throw .resetRequired }
                pool.state.accounts.change(user.id) { $0.setPassword(record) }
                return .done([:])
            }
        }
    }

    /// Verifies the previous password, unless the user has none. Counts a wrong or missing password, and rejects
    /// every password for a while after too many wrong ones.
    private static func verifyPrevious(
        _ previous: String?, of user: PoolUser, _ pool: Pool
    ) throws(PoolError) -> PoolStep<Void> {
        let startTime = pool.now
        guard !user.trials.passwords.isBlocking(at: startTime) else { throw .tooManyAttempts }
        guard let record = user.password else { return .done(()) }
        let identity = pool.configuration.srpIdentity(of: user.username)
        let verify: @Sendable () -> Bool = {
            guard let previous else { return false }
            return record.accepts(previous, of: identity)
        }
        return .work(verify) { isRight, pool throws(PoolError) in
            // During the verification, another request may have tried a wrong password, or removed the user.
            let isBlocking = pool.state.accounts[user.id]?.trials.passwords.isBlocking(at: startTime)
            guard isBlocking == false else { throw .tooManyAttempts }
            guard isRight else {
                pool.countWrongPassword(of: user.id, named: user.username)
                throw .wrongPassword
            }
            return .done(())
        }
    }

    // MARK: Administrators

    /// Implements `AdminSetUserPassword`: sets a permanent or temporary password.
    static func adminSetUserPassword(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        try pool.configuration.checkPool(input)
        let user = try pool.administeredUser(in: input)
        let password = try input.text("Password")
        let isPermanent = try input.flag("Permanent")
        try pool.configuration.checkPasswordPolicy(password)
        return .work(pool.passwordRecord(of: password, for: user.username)) { record, pool throws(PoolError) in
            guard pool.state.accounts[user.id] != nil else { throw .unknownUser }
            let expiry = pool.now + PasswordPolicy.temporarySeconds
            pool.state.accounts.change(user.id) { user in
                guard isPermanent else { return user.setTemporaryPassword(record, until: expiry) }
                user.setPassword(record)
                user.status = .confirmed
            }
            return .done([:])
        }
    }

    /// Implements `AdminResetUserPassword`: sends a code, and requires a password reset before the next sign-in.
    private static func adminResetUserPassword(
        _ user: PoolUser, _ input: PoolInput, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        guard let attribute = VerificationCodes.addressAttribute(of: user, mustBeVerified: true, pool.configuration)
        else {
            throw .invalidParameter("The user has no verified email address or phone number")
        }
        guard user.status != .unconfirmed, user.status != .mustChangePassword else { throw cannotReset }
        pool.state.accounts.change(user.id) { $0.status = .mustResetPassword }
        // The response does not contain the delivery details.
        _ = VerificationCodes.send(.passwordReset, to: attribute, of: user, &pool)
        return [:]
    }
}
