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
        let inputs = JSONValue.inputs([
            "task": "confirm", "code": .string(confirmationCode), "username": .text(username),
            "forceAliasCreation": .bool(forceAliasCreation), "clientMetadata": .map(clientMetaData),
        ])
        return core.startTask { [self] in
            do {
                _ = try await core.run(.register, inputs)
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
        runWithoutSession(.register, ["task": "resend"], clientMetaData) { AWSCognitoIdentityUserCodeResponse($0) }
    }

    /// Starts a password reset. The service sends a code.
    /// - Parameter clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    @discardableResult
    public func forgotPassword(
        clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserForgotPasswordResponse> {
        runWithoutSession(.forgottenPassword, [:], clientMetaData) { AWSCognitoIdentityUserCodeResponse($0) }
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
        let inputs: JSONValue = [
            "task": "confirm", "code": .string(confirmationCode), "newPassword": .string(password),
        ]
        return runWithoutSession(.forgottenPassword, inputs, clientMetaData) { _ in
            AWSCognitoIdentityUserConfirmForgotPasswordResponse()
        }
    }

    /// Runs a flow for this user without a session.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, in addition to the username and the metadata.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - response: creates the result from the flow's first step or outcome.
    /// - Returns: a task that ends with the result.
    private func runWithoutSession<Response: Sendable>(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ clientMetaData: [String: String]?,
        _ response: @escaping @Sendable (StyleStep) -> Response
    ) -> AWSTask<Response> {
        let userInputs = JSONValue.inputs(["username": .text(username), "clientMetadata": .map(clientMetaData)])
        return core.startTask { [core] in response(try await core.run(flow, userInputs.adding(inputs))) }
    }
}
