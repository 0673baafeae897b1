import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Confirms a sign-up with the code that was sent, and sets ``confirmedStatus``. It does not sign the user in.
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

    /// Completes a password reset with the code. It does not sign the user in.
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
