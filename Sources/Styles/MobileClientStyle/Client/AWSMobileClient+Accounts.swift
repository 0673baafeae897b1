import CognitoFlows
import FlowRuntime

extension AWSMobileClient {
    /// Registers a user.
    /// - Parameters:
    ///   - username: the username to register.
    ///   - password: the user's password.
    ///   - userAttributes: the user's attributes, by names such as `email`.
    ///   - validationData: `ValidationData` for the pool's pre sign-up trigger.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives whether a code must confirm the sign-up, or an ``AWSMobileClientError``.
    @preconcurrency
    public func signUp(
        username: String, password: String, userAttributes: [String: String] = [:],
        validationData: [String: String] = [:], clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: clientMetaData.nonEmpty, password: FlowSecret(password),
            userAttributes: userAttributes.nonEmpty, validationData: validationData.nonEmpty)
        perform(completionHandler) { core in SignUpResult(try await core.run(ShippedFlow.Register.self, inputs)) }
    }

    /// Confirms a registration with the code that the service sent. Does not sign the user in.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - confirmationCode: the code that the user received.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the state `confirmed`, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmSignUp(
        username: String, confirmationCode: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: clientMetaData.nonEmpty, code: confirmationCode, task: .confirm)
        perform(completionHandler) { core in SignUpResult(try await core.run(ShippedFlow.Register.self, inputs)) }
    }

    /// Sends the sign-up code again.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the code's destination, or an ``AWSMobileClientError``.
    @preconcurrency
    public func resendSignUpCode(
        username: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: clientMetaData.nonEmpty, task: .resend)
        perform(completionHandler) { core in SignUpResult(try await core.run(ShippedFlow.Register.self, inputs)) }
    }

    /// Starts a password reset. The service sends a code.
    /// - Parameters:
    ///   - username: the user whose password to reset.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the code's destination, or an ``AWSMobileClientError``.
    @preconcurrency
    public func forgotPassword(
        username: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (ForgotPasswordResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.ForgottenPassword.Inputs(
            username: username, clientMetadata: clientMetaData.nonEmpty)
        perform(completionHandler) { core in
            ForgotPasswordResult(try await core.run(ShippedFlow.ForgottenPassword.self, inputs))
        }
    }

    /// Completes a password reset with the code. Does not sign the user in.
    /// - Parameters:
    ///   - username: the user who received the code.
    ///   - newPassword: the password to set.
    ///   - confirmationCode: the code that the user received.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the state `done`, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmForgotPassword(
        username: String, newPassword: String, confirmationCode: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (ForgotPasswordResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.ForgottenPassword.Inputs(
            username: username, clientMetadata: clientMetaData.nonEmpty, code: confirmationCode, task: .confirm,
            newPassword: FlowSecret(newPassword))
        perform(completionHandler) { core in
            ForgotPasswordResult(try await core.run(ShippedFlow.ForgottenPassword.self, inputs))
        }
    }

    /// Changes the password of the signed-in user.
    /// - Parameters:
    ///   - currentPassword: the current password, which the service verifies.
    ///   - proposedPassword: the password to set.
    ///   - completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func changePassword(
        currentPassword: String, proposedPassword: String,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        perform(completionHandler) { core in
            _ = try await core.runSignedIn(ShippedFlow.ChangePassword.self) {
                .init(
                    accessToken: $0, previousPassword: FlowSecret(currentPassword),
                    newPassword: FlowSecret(proposedPassword))
            }
        }
    }

    /// Deletes the signed-in user's account, and signs out on this device.
    /// - Parameter completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func deleteUser(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        perform(completionHandler) { core in try await core.deleteAccount() }
    }
}

extension AWSMobileClient {
    /// Fetches the signed-in user's attributes.
    /// - Parameter completionHandler: receives the attributes by name, or an ``AWSMobileClientError``.
    @preconcurrency
    public func getUserAttributes(completionHandler: @escaping @Sendable ([String: String]?, (any Error)?) -> Void) {
        perform(completionHandler) { core in
            let result = try await core.runSignedIn(ShippedFlow.Attributes.self) { .init(accessToken: $0) }
            return result.outcome?.userAttributes ?? [:]
        }
    }

    /// Changes attributes of the signed-in user.
    /// - Parameters:
    ///   - attributeMap: the new values, by attribute name.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the destinations of the codes that confirm new addresses, or an
    ///     ``AWSMobileClientError``.
    @preconcurrency
    public func updateUserAttributes(
        attributeMap: [String: String], clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable ([UserCodeDeliveryDetails]?, (any Error)?) -> Void
    ) {
        perform(completionHandler) { core in
            let result = try await core.runSignedIn(ShippedFlow.Attributes.self, missing: "attributeMap") {
                .init(
                    accessToken: $0, clientMetadata: clientMetaData.nonEmpty, task: .update,
                    userAttributes: attributeMap.nonEmpty)
            }
            return (result.outcome?.codeDeliveryDetails ?? []).compactMap { UserCodeDeliveryDetails(json: $0) }
        }
    }

    /// Sends the code that confirms an attribute.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm, such as `email`.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the code's destination, if known, or an ``AWSMobileClientError``.
    @preconcurrency
    public func verifyUserAttribute(
        attributeName: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (UserCodeDeliveryDetails?, (any Error)?) -> Void
    ) {
        // `perform` passes a result or an error. This handler receives neither if the service names no destination.
        Task { [core] in
            do {
                let result = try await core.runSignedIn(ShippedFlow.Attributes.self) {
                    .init(
                        accessToken: $0, clientMetadata: clientMetaData.nonEmpty, task: .sendCode,
                        attributeName: attributeName)
                }
                switch result {
                case .asks(let step):
                    let details = UserCodeDeliveryDetails(
                        medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName)
                    completionHandler(details, nil)
                case .done: completionHandler(nil, nil)
                }
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Confirms an attribute with the code that the service sent.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm.
    ///   - code: the code that the user received.
    ///   - completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func confirmVerifyUserAttribute(
        attributeName: String, code: String, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        perform(completionHandler) { core in
            _ = try await core.runSignedIn(ShippedFlow.Attributes.self) {
                .init(accessToken: $0, code: code, task: .verify, attributeName: attributeName)
            }
        }
    }

    /// Confirms a changed attribute with the code that the service sent.
    ///
    /// It does the same as ``confirmVerifyUserAttribute(attributeName:code:completionHandler:)``.
    /// - Parameters:
    ///   - attributeName: the changed attribute.
    ///   - code: the code that the user received.
    ///   - completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func confirmUpdateUserAttributes(
        attributeName: String, code: String, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        confirmVerifyUserAttribute(attributeName: attributeName, code: code, completionHandler: completionHandler)
    }
}
