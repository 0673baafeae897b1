import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Fetches the user's attributes and second factors.
    @discardableResult
    public func getDetails() -> AWSTask<AWSCognitoIdentityUserGetDetailsResponse> {
        runWithSession(.attributes, [:]) { AWSCognitoIdentityUserGetDetailsResponse($0) }
    }

    /// Sends the code that confirms an attribute.
    /// - Parameter attributeName: the attribute to confirm, such as `phone_number`.
    /// - Returns: the code's destination.
    @discardableResult
    public func getAttributeVerificationCode(
        _ attributeName: String
    ) -> AWSTask<AWSCognitoIdentityUserGetAttributeVerificationCodeResponse> {
        runWithSession(.attributes, ["task": "sendCode", "attributeName": .string(attributeName)]) {
            AWSCognitoIdentityUserCodeResponse($0)
        }
    }

    /// Confirms an attribute with the code that was sent.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm.
    ///   - code: the code that the user received.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func verifyAttribute(
        _ attributeName: String, code: String
    ) -> AWSTask<AWSCognitoIdentityUserVerifyAttributeResponse> {
        runWithSession(
            .attributes, ["task": "verify", "attributeName": .string(attributeName), "code": .string(code)]
        ) { _ in AWSCognitoIdentityUserVerifyAttributeResponse() }
    }

    /// Changes attributes of the user.
    ///
    /// It also removes the ID and access tokens, so that the next session has an ID token with the new values.
    /// - Parameter attributes: the attributes to change, with their new values.
    /// - Returns: the destinations of the codes that confirm new addresses.
    @discardableResult
    public func update(
        _ attributes: [AWSCognitoIdentityUserAttributeType]
    ) -> AWSTask<AWSCognitoIdentityUserUpdateAttributesResponse> {
        let inputs = JSONValue.inputs(["task": "update", "userAttributes": .map(attributes.byName)])
        return runWithSession(.attributes, inputs, ["missing-parameter": "attributes"]) { [self] step in
            clearSession()
            return AWSCognitoIdentityUserUpdateAttributesResponse(step)
        }
    }

    /// Deletes attributes of the user.
    /// - Parameter attributeNames: the names of the attributes to delete.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func delete(_ attributeNames: [String]) -> AWSTask<AWSCognitoIdentityUserDeleteAttributesResponse> {
        runWithSession(
            .attributes, ["task": "delete", "attributeNames": .array(attributeNames.map { .string($0) })],
            ["missing-parameter": "attributeNames"]
        ) { _ in AWSCognitoIdentityUserDeleteAttributesResponse() }
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
        runWithSession(
            .changePassword,
            ["previousPassword": .string(currentPassword), "newPassword": .string(proposedPassword)]
        ) { _ in AWSCognitoIdentityUserChangePasswordResponse() }
    }
}
