import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Confirms a sign-up with the code that was sent. It does not sign the user in.
    /// - Parameters:
    ///   - confirmationCode: the code.
    ///   - forceAliasCreation: whether an address that belongs to another account moves to this one.
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
        run(.register, ["task": "resend"], clientMetaData) { AWSCognitoIdentityUserCodeResponse($0) }
    }

    /// Starts a password reset. The service sends a code.
    /// - Parameter clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    @discardableResult
    public func forgotPassword(
        clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserForgotPasswordResponse> {
        run(.forgottenPassword, [:], clientMetaData) { AWSCognitoIdentityUserCodeResponse($0) }
    }

    /// Completes a password reset with the code. It does not sign the user in.
    /// - Parameters:
    ///   - confirmationCode: the code.
    ///   - password: the new password.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func confirmForgotPassword(
        _ confirmationCode: String, password: String, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserConfirmForgotPasswordResponse> {
        let inputs: JSONValue = [
            "task": "confirm", "code": .string(confirmationCode), "newPassword": .string(password),
        ]
        return run(.forgottenPassword, inputs, clientMetaData) { _ in
            AWSCognitoIdentityUserConfirmForgotPasswordResponse()
        }
    }

    /// Runs a flow for this user that needs no session.
    private func run<Response: Sendable>(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ clientMetaData: [String: String]?,
        _ response: @escaping @Sendable (StyleStep) -> Response
    ) -> AWSTask<Response> {
        let own = JSONValue.inputs(["username": .text(username), "clientMetadata": .map(clientMetaData)])
        return core.startTask { [core] in response(try await core.run(flow, own.adding(inputs))) }
    }
}
