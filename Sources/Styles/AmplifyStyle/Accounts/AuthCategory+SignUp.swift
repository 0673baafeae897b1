import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Registers a user. Replaces a pending sign-up.
    /// - Parameters:
    ///   - username: the username to register.
    ///   - password: the user's password; nil if the pool signs users in without passwords.
    ///   - options: attributes, and `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step: to confirm the sign-up with a code, to call ``autoSignIn()``, or `done`.
    /// - Throws: ``AuthError``.
    public func signUp(
        username: String, password: String? = nil, options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let client = try configuredClient()
        let session = try makeSession(of: ShippedFlow.Register.self, client.app)
        content.withLock { content in
            guard content.isCurrent(client) else { return }
            content.signUp = (username, session)
            content.confirmedSignUp = nil
        }
        let metadata = options?.pluginOptions?.metadata?.nonEmpty
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: metadata,
            password: password.map { FlowSecret($0) }, userAttributes: options?.userAttributes?.byName.nonEmpty,
            validationData: options?.pluginOptions?.validationData?.nonEmpty)
        return try await process(of: username, client, metadata) { () throws(FlowRefusal) in
            try await client.app.start(session, inputs)
        }
    }

    /// Confirms a registration with the code that the service sent.
    ///
    /// Continues the user's pending sign-up. If no sign-up is pending, for example after a restart of the app, sends
    /// the code in a new request.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - confirmationCode: the code that the user received.
    ///   - options: whether to take an alias from another user, and `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step: to call ``autoSignIn()``, or `done`.
    /// - Throws: ``AuthError``.
    public func confirmSignUp(
        for username: String, confirmationCode: String, options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let plugin = options?.pluginOptions
        let metadata = plugin?.metadata?.nonEmpty
        let client = try configuredClient()
        if let step = await pendingSignUp(of: username, client) {
            return try await process(of: username, client, metadata) { () throws(FlowRefusal) in
                try await step.submit(
                    code: confirmationCode, forceAliasCreation: plugin?.forceAliasCreation, clientMetadata: metadata)
            }
        }
        let session = try makeSession(of: ShippedFlow.Register.self, client.app)
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: metadata, code: confirmationCode, task: .confirm,
            forceAliasCreation: plugin?.forceAliasCreation)
        return try await process(of: username, client, metadata) { () throws(FlowRefusal) in
            try await client.app.start(session, inputs)
        }
    }

    /// Sends the sign-up code again.
    ///
    /// Continues the user's pending sign-up. If no sign-up is pending, or if there is metadata, sends a separate
    /// request.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - options: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func resendSignUpCode(
        for username: String, options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        let metadata = options?.pluginOptions?.metadata
        let client = try configuredClient()
        // The pending step's `resend` cannot carry metadata.
        guard metadata == nil, let step = await pendingSignUp(of: username, client) else {
            let inputs = ShippedFlow.Register.Inputs(
                username: username, clientMetadata: metadata?.nonEmpty, task: .resend)
            return AuthCodeDeliveryDetails(try await client.run(ShippedFlow.Register.self, inputs))
        }
        let next: ShippedFlow.Register.Step
        do throws(FlowRefusal) {
            next = try await step.resend()
        } catch {
            throw AuthError(StyleFailure(error))
        }
        do throws(StyleFailure) {
            return AuthCodeDeliveryDetails(try next.result())
        } catch {
            throw AuthError(error)
        }
    }

    /// Returns the step of the pending sign-up of a user at an app client, or nil if there is none.
    ///
    /// Names are compared byte by byte, as the service does.
    private func pendingSignUp(
        of username: String, _ client: Client
    ) async -> ShippedFlow.Register.ConfirmSignUp? {
        let current = content.current
        guard current.isCurrent(client), let signUp = current.signUp, signUp.username.utf8.elementsEqual(username.utf8),
            case .confirmSignUp(let step) = await signUp.session.step
        else { return nil }
        return step
    }

    /// Sends an event to the sign-up of a user at an app client, and returns the next step.
    ///
    /// If the sign-up is confirmed and the service returned a session, keeps the session and the call's client metadata
    /// for ``autoSignIn()``. Another configuration in the meantime prevents this.
    /// - Throws: ``AuthError`` for a refusal, an error of the step, or a failed outcome.
    private func process(
        of username: String, _ client: Client, _ metadata: [String: String]?,
        _ event: () async throws(FlowRefusal) -> ShippedFlow.Register.Step
    ) async throws(AuthError) -> AuthSignUpResult {
        let step: ShippedFlow.Register.Step
        do throws(FlowRefusal) {
            step = try await event()
        } catch {
            let isCode = error.field() == ShippedFlow.Register.Inputs.Field.code
            throw AuthError(StyleFailure(error, argument: isCode ? "confirmationCode" : nil))
        }
        do throws(StyleFailure) {
            switch try step.result() {
            case .asks(let step):
                return AuthSignUpResult(
                    .confirmUser(AuthCodeDeliveryDetails(step), nil, userID: step.userSub), userID: step.userSub)
            case .done(let outcome):
                guard let session = outcome.session else { return AuthSignUpResult(.done, userID: outcome.userSub) }
                let isKept = content.withLock { content in
                    guard content.isCurrent(client) else { return false }
                    content.confirmedSignUp = (username, session, outcome.userSub, metadata)
                    return true
                }
                guard isKept else { return AuthSignUpResult(.done, userID: outcome.userSub) }
                return AuthSignUpResult(.completeAutoSignIn(session), userID: outcome.userSub)
            }
        } catch {
            throw AuthError(error)
        }
    }
}

extension AuthCodeDeliveryDetails {
    fileprivate init(_ step: ShippedFlow.Register.ConfirmSignUp) {
        self.init(medium: step.deliveryMedium, address: step.destination, attribute: step.attributeName)
    }

    /// Creates the delivery details of a new code. The destination is `unknown` if the service sent no code.
    fileprivate init(
        _ result: AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>
    ) {
        switch result {
        case .asks(let step): self.init(step)
        case .done: self.init(medium: nil, address: nil, attribute: nil)
        }
    }
}

extension AuthCategory {
    /// Starts a password reset. The service sends a code.
    /// - Parameters:
    ///   - username: the user whose password to reset.
    ///   - options: `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step, which is to confirm the reset with the code.
    /// - Throws: ``AuthError``.
    public func resetPassword(
        for username: String, options: AuthResetPasswordRequest.Options? = nil
    ) async throws -> AuthResetPasswordResult {
        let result = try await configuredClient().run(
            ShippedFlow.ForgottenPassword.self,
            .init(username: username, clientMetadata: options?.pluginOptions?.metadata?.nonEmpty))
        switch result {
        // This case does not occur, because the flow asks for the code first.
        case .done: return AuthResetPasswordResult(nextStep: .done)
        case .asks(let step):
            let details = AuthCodeDeliveryDetails(
                medium: step.deliveryMedium, address: step.destination, attribute: step.attributeName)
            return AuthResetPasswordResult(nextStep: .confirmResetPasswordWithCode(details, [:]))
        }
    }

    /// Completes a password reset with the code. Does not sign the user in.
    /// - Parameters:
    ///   - username: the user who received the code.
    ///   - newPassword: the password to set.
    ///   - confirmationCode: the code that the user received.
    ///   - options: `ClientMetadata` for the pool's triggers.
    /// - Throws: ``AuthError``.
    public func confirmResetPassword(
        for username: String, with newPassword: String, confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options? = nil
    ) async throws {
        _ = try await configuredClient().run(
            ShippedFlow.ForgottenPassword.self,
            .init(
                username: username, clientMetadata: options?.pluginOptions?.metadata?.nonEmpty, code: confirmationCode,
                task: .confirm, newPassword: FlowSecret(newPassword)))
    }

    /// Changes the password of the signed-in user.
    /// - Parameters:
    ///   - oldPassword: the current password, which the service verifies.
    ///   - newPassword: the password to set.
    /// - Throws: ``AuthError``.
    public func update(oldPassword: String, to newPassword: String) async throws {
        let client = try configuredClient()
        _ = try await client.run(
            ShippedFlow.ChangePassword.self,
            .init(
                accessToken: try await client.accessToken(), previousPassword: FlowSecret(oldPassword),
                newPassword: FlowSecret(newPassword)))
    }
}
