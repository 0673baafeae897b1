import CognitoFlows
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Confirms a sign-up with the code that the service sent. Does not sign the user in.
    ///
    /// Sets ``confirmedStatus``. After any error, even of the network, the status is `unconfirmed`.
    /// - Parameters:
    ///   - confirmationCode: the code that the user received.
    ///   - forceAliasCreation: whether an alias that belongs to another user moves to this one.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func confirmSignUp(
        _ confirmationCode: String, forceAliasCreation: Bool = false, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserConfirmSignUpResponse> {
        let inputs = ShippedFlow.Register.Inputs(
            username: username ?? "", clientMetadata: clientMetaData?.nonEmpty, code: confirmationCode, task: .confirm,
            forceAliasCreation: forceAliasCreation)
        return core.startTask { [self] in
            do {
                _ = try await core.run(ShippedFlow.Register.self, inputs)
            } catch {
                confirmedStatus = .unconfirmed
                throw error
            }
            confirmedStatus = .confirmed
            return AWSCognitoIdentityUserConfirmSignUpResponse()
        }
    }

    /// Sends the code of a sign-up again.
    /// - Parameter clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    @discardableResult
    public func resendConfirmationCode(
        clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserResendConfirmationCodeResponse> {
        let inputs = ShippedFlow.Register.Inputs(
            username: username ?? "", clientMetadata: clientMetaData?.nonEmpty, task: .resend)
        return core.startTask { [core] in
            let step = try await core.run(ShippedFlow.Register.self, inputs).asked
            return AWSCognitoIdentityUserCodeResponse(step?.deliveryMedium, step?.destination, step?.attributeName)
        }
    }

    /// Starts a password reset. The service sends a code.
    /// - Parameter clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    @discardableResult
    public func forgotPassword(
        clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserForgotPasswordResponse> {
        let inputs = ShippedFlow.ForgottenPassword.Inputs(
            username: username ?? "", clientMetadata: clientMetaData?.nonEmpty)
        return core.startTask { [core] in
            let step = try await core.run(ShippedFlow.ForgottenPassword.self, inputs).asked
            return AWSCognitoIdentityUserCodeResponse(step?.deliveryMedium, step?.destination, step?.attributeName)
        }
    }

    /// Completes a password reset with the code. Does not sign the user in.
    /// - Parameters:
    ///   - confirmationCode: the code that the user received.
    ///   - password: the password to set.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func confirmForgotPassword(
        _ confirmationCode: String, password: String, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserConfirmForgotPasswordResponse> {
        let inputs = ShippedFlow.ForgottenPassword.Inputs(
            username: username ?? "", clientMetadata: clientMetaData?.nonEmpty, code: confirmationCode, task: .confirm,
            newPassword: FlowSecret(password))
        return core.startTask { [core] in
            _ = try await core.run(ShippedFlow.ForgottenPassword.self, inputs)
            return AWSCognitoIdentityUserConfirmForgotPasswordResponse()
        }
    }
}

extension AWSCognitoIdentityUser {
    /// Fetches the user's attributes and second factors.
    /// - Returns: a task that ends with the attributes and the second factors.
    @discardableResult
    public func getDetails() -> AWSTask<AWSCognitoIdentityUserGetDetailsResponse> {
        runWithSession(ShippedFlow.Attributes.self) {
            .init(accessToken: $0, username: $1)
        } response: {
            AWSCognitoIdentityUserGetDetailsResponse($0.outcome)
        }
    }

    /// Sends the code that confirms an attribute.
    /// - Parameter attributeName: the attribute to confirm, such as `phone_number`.
    /// - Returns: the code's destination.
    @discardableResult
    public func getAttributeVerificationCode(
        _ attributeName: String
    ) -> AWSTask<AWSCognitoIdentityUserGetAttributeVerificationCodeResponse> {
        runWithSession(ShippedFlow.Attributes.self) {
            .init(accessToken: $0, username: $1, task: .sendCode, attributeName: attributeName)
        } response: { result in
            let step = result.asked
            return AWSCognitoIdentityUserCodeResponse(step?.deliveryMedium, step?.destination, step?.attributeName)
        }
    }

    /// Confirms an attribute with the code that the service sent.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm.
    ///   - code: the code that the user received.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func verifyAttribute(
        _ attributeName: String, code: String
    ) -> AWSTask<AWSCognitoIdentityUserVerifyAttributeResponse> {
        runWithSession(ShippedFlow.Attributes.self) {
            .init(accessToken: $0, username: $1, code: code, task: .verify, attributeName: attributeName)
        } response: { _ in
            AWSCognitoIdentityUserVerifyAttributeResponse()
        }
    }

    /// Changes attributes of the user.
    ///
    /// The call also removes the ID and access tokens, so that the next session has an ID token with the new values.
    /// - Parameter attributes: the attributes to change, with their new values.
    /// - Returns: the destinations of the codes that confirm new addresses.
    @discardableResult
    public func update(
        _ attributes: [AWSCognitoIdentityUserAttributeType]
    ) -> AWSTask<AWSCognitoIdentityUserUpdateAttributesResponse> {
        let values = attributes.byName.nonEmpty
        return runWithSession(ShippedFlow.Attributes.self, missing: "attributes", clearingSession: true) {
            .init(accessToken: $0, username: $1, task: .update, userAttributes: values)
        } response: {
            AWSCognitoIdentityUserUpdateAttributesResponse($0.outcome)
        }
    }

    /// Deletes attributes of the user.
    /// - Parameter attributeNames: the names of the attributes to delete.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func delete(_ attributeNames: [String]) -> AWSTask<AWSCognitoIdentityUserDeleteAttributesResponse> {
        typealias Inputs = ShippedFlow.Attributes.Inputs
        return runWithSession(ShippedFlow.Attributes.self, missing: Inputs.Field.attributeNames.rawValue) {
            Inputs(accessToken: $0, username: $1, task: .delete, attributeNames: attributeNames)
        } response: { _ in
            AWSCognitoIdentityUserDeleteAttributesResponse()
        }
    }

    /// Changes the user's password.
    /// - Parameters:
    ///   - currentPassword: the current password, which the service verifies.
    ///   - proposedPassword: the password to set.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func changePassword(
        _ currentPassword: String, proposedPassword: String
    ) -> AWSTask<AWSCognitoIdentityUserChangePasswordResponse> {
        runWithSession(ShippedFlow.ChangePassword.self) {
            .init(
                accessToken: $0, username: $1, previousPassword: FlowSecret(currentPassword),
                newPassword: FlowSecret(proposedPassword))
        } response: { _ in
            AWSCognitoIdentityUserChangePasswordResponse()
        }
    }
}
