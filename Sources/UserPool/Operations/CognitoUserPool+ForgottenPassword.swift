import FlowCore

extension CognitoUserPool {
    /// Implements `ForgotPassword`: sends a code to reset the password.
    ///
    /// If the app client hides user existence, the response does not reveal that no code can be sent.
    func forgotPassword(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (knownUser, client, name) = try resolveUser(in: input)
        let (user, attribute): (PoolUser, String)
        do throws(PoolError) {
            guard let knownUser else { throw .unknownUser }
            (user, attribute) = (knownUser, try resetAttribute(of: knownUser))
        } catch {
            guard client.hidesUserExistence else { throw error }
            return try commit { pretendToSendCode(for: .passwordReset, of: knownUser?.id, named: name) }
        }
        let details = try commit { sendCode(for: .passwordReset, to: attribute, of: user) }
        return .object([JSONMember("CodeDeliveryDetails", details)])
    }

    /// Returns the attribute to send the reset code to.
    /// - Throws: an error if the user may not reset the password or has no verified address.
    private func resetAttribute(of user: PoolUser) throws(PoolError) -> String {
        guard user.isEnabled else { throw .disabled }
        guard user.status != .mustChangePassword else {
            throw .notAuthorized("User password cannot be reset in the current state.")
        }
        guard user.status != .unconfirmed, let attribute = codeAttribute(of: user, mustBeVerified: true) else {
            throw .invalidParameter(
                "Cannot reset password for the user as there is no registered/verified email or phone_number")
        }
        return attribute
    }

    /// Implements `ConfirmForgotPassword`: sets a new password with the code that was sent.
    func confirmForgotPassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let (knownUser, _, name) = try resolveUser(in: input)
        let code = try input.text("ConfirmationCode", longest: MaxLength.code)
        let password = try input.text("Password")
        try checkPasswordPolicy(password)
        let sent = try verifyCode(code, for: .passwordReset, of: knownUser, named: name)
        guard let user = knownUser else { throw .expiredCode }
        let record = await makePasswordRecord(of: password, for: user.username)
        // Meanwhile another request may have used the code, or sent a new one.
        guard attemptLimiter(of: user.id, named: name).sent[CodePurpose.passwordReset.key]?.code == sent.code else {
            throw .expiredCode
        }
        try commit {
            state.changeUser(user.id) { user in
                user.setPassword(record)
                user.trials.codes.reset()
            }
        }
        return .object([])
    }

    /// Implements `ChangePassword`: replaces the password of a signed-in user.
    func changePassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let proposed = try input.text("ProposedPassword")
        let previous = try input.optionalText("PreviousPassword")
        try await checkPreviousPassword(previous, of: user)
        try checkPasswordPolicy(proposed)
        let record = await makePasswordRecord(of: proposed, for: user.username)
        // Meanwhile another request may have changed the password.
        guard state.users[user.id]?.password == user.password else { throw .wrongPassword }
        try commit { state.changeUser(user.id) { $0.setPassword(record) } }
        return .object([])
    }

    /// Verifies the previous password, unless the user has none.
    ///
    /// It counts a wrong or missing password, and rejects every password for a while after too many wrong ones.
    private func checkPreviousPassword(_ previous: String?, of user: PoolUser) async throws(PoolError) {
        let (id, startTime, identity) = (user.id, now, srpIdentity(of: user))
        guard !user.trials.passwords.isBlocking(at: startTime) else { throw .tooManyAttempts }
        guard let record = user.password else { return }
        let isRight = await Self.compute { previous.map { record.accepts($0, of: identity) } ?? false }
        // Meanwhile another request may have tried a wrong password.
        guard state.users[id]?.trials.passwords.isBlocking(at: startTime) == false else { throw .tooManyAttempts }
        guard isRight else {
            try commitFailure { countWrongPassword(of: id, named: user.username) }
            throw .wrongPassword
        }
    }
}
