import FlowCore

extension CognitoUserPool {
    /// ForgotPassword.
    func forgotPassword(_ input: PoolInput) throws(PoolError) -> WireValue {
        let (user, _) = try named(input)
        guard let user else { return .object([WireMember("CodeDeliveryDetails", disguisedDelivery())]) }
        guard user.isEnabled else { throw .disabled }
        guard user.status != .mustChangePassword else {
            throw .notAuthorized("User password cannot be reset in the current state.")
        }
        guard user.status != .unconfirmed, let attribute = codeAttribute(of: user, mustBeVerified: true) else {
            throw .invalidParameter(
                "Cannot reset password for the user as there is no registered/verified email or phone_number")
        }
        return .object([WireMember("CodeDeliveryDetails", send(.passwordReset, to: attribute, of: user))])
    }

    /// ConfirmForgotPassword.
    func confirmForgotPassword(_ input: PoolInput) async throws(PoolError) -> WireValue {
        let (named, _) = try named(input)
        let code = try input.text("ConfirmationCode")
        let password = try input.text("Password")
        guard let named else { throw .expiredCode }
        try checkPolicy(password)
        let record = await record(of: password, for: named.username)
        // Another request may have used the code meanwhile.
        guard let user = state.users[named.id] else { throw .expiredCode }
        try use(code, for: .passwordReset, of: user)
        state.change(user.id) { user in
            user.codes[CodePurpose.passwordReset.key] = nil
            user.setPassword(record)
        }
        return .object([])
    }

    /// ChangePassword.
    func changePassword(_ input: PoolInput) async throws(PoolError) -> WireValue {
        let user = try authorize(input).user
        let proposed = try input.text("ProposedPassword")
        let previous = try input.optional("PreviousPassword")
        guard !user.throttle.isClosed(at: now) else { throw .tooManyAttempts }
        if let kept = user.password {
            let identity = identity(of: user)
            guard let previous, await Self.compute({ kept.accepts(previous, of: identity) }) else {
                countWrongPassword(user.id)
                throw .wrongPassword
            }
        }
        try checkPolicy(proposed)
        let record = await record(of: proposed, for: user.username)
        state.change(user.id) { $0.setPassword(record) }
        return .object([])
    }
}
