import FlowCore

extension CognitoUserPool {
    /// ForgotPassword. If the client hides user existence, it also hides that no code can be sent.
    func forgotPassword(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (named, client, name) = try named(input)
        let (user, attribute): (PoolUser, String)
        do throws(PoolError) {
            guard let named else { throw .unknownUser }
            (user, attribute) = (named, try resetAttribute(of: named))
        } catch {
            guard client.hidesUserExistence else { throw error }
            return try keep { pretendToSend(.passwordReset, named?.id, name) }
        }
        let details = try keep { send(.passwordReset, to: attribute, of: user) }
        return .object([JSONMember("CodeDeliveryDetails", details)])
    }

    /// The attribute that the reset code goes to.
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

    func confirmForgotPassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let (named, _, name) = try named(input)
        let code = try input.text("ConfirmationCode", longest: 2048)
        let password = try input.text("Password")
        try checkPolicy(password)
        let sent = try use(code, for: .passwordReset, of: named, name)
        guard let user = named else { throw .expiredCode }
        let record = await record(of: password, for: user.username)
        // Another request may have used the code meanwhile, or sent a new one.
        guard trials(user.id, name).sent[CodePurpose.passwordReset.key]?.code == sent.code else {
            throw .expiredCode
        }
        try keep {
            state.change(user.id) { user in
                user.setPassword(record)
                user.trials.codes.succeed()
            }
        }
        return .object([])
    }

    func changePassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let proposed = try input.text("ProposedPassword")
        let previous = try input.optional("PreviousPassword")
        try await checkPrevious(previous, of: user)
        try checkPolicy(proposed)
        let record = await record(of: proposed, for: user.username)
        guard state.users[user.id]?.password == user.password else { throw .wrongPassword }
        try keep { state.change(user.id) { $0.setPassword(record) } }
        return .object([])
    }

    /// Verifies the previous password, if there is one.
    private func checkPrevious(_ previous: String?, of user: PoolUser) async throws(PoolError) {
        let (id, now, identity) = (user.id, now, identity(of: user))
        guard !user.trials.passwords.isClosed(at: now) else { throw .tooManyAttempts }
        guard let kept = user.password else { return }
        let isRight = await Self.compute { previous.map { kept.accepts($0, of: identity) } ?? false }
        // Another request may have failed meanwhile.
        guard state.users[id]?.trials.passwords.isClosed(at: now) == false else { throw .tooManyAttempts }
        guard isRight else {
            try count { countWrongPassword(id, user.username) }
            throw .wrongPassword
        }
    }
}
