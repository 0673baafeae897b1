import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Fetches the signed-in user's attributes.
    /// - Returns: the attributes, sorted by name.
    /// - Throws: ``AuthError``.
    public func fetchUserAttributes() async throws -> [AuthUserAttribute] {
        let result = try await run(ShippedFlow.Attributes.self, .init(accessToken: try await accessToken()))
        let sortedAttributes = (result.outcome?.userAttributes ?? [:]).sorted { $0.key < $1.key }
        return sortedAttributes.map { AuthUserAttribute(AuthUserAttributeKey(rawValue: $0.key), value: $0.value) }
    }

    /// Changes one attribute of the signed-in user.
    /// - Parameter userAttribute: the attribute with its new value.
    /// - Returns: whether the new value is in effect. If not, the next step is to confirm it with a code.
    /// - Throws: ``AuthError``.
    public func update(userAttribute: AuthUserAttribute) async throws -> AuthUpdateAttributeResult {
        let results = try await update(userAttributes: [userAttribute])
        return results[userAttribute.key] ?? AuthUpdateAttributeResult(isUpdated: true, nextStep: .done)
    }

    /// Changes several attributes in one request.
    /// - Parameter userAttributes: the attributes with their new values.
    /// - Returns: for each attribute, whether the new value is in effect. If not, the next step is to confirm it with a
    ///   code.
    /// - Throws: ``AuthError``.
    public func update(
        userAttributes: [AuthUserAttribute]
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        let result = try await run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await accessToken(), task: .update, userAttributes: userAttributes.byName.nonEmpty),
            missing: ShippedFlow.Attributes.Inputs.Field.userAttributes.rawValue)
        let deliveries = Dictionary((result.outcome?.deliveries ?? []).map { ($0.attributeKey, $0) }) { $1 }
        var results: [AuthUserAttributeKey: AuthUpdateAttributeResult] = [:]
        for attribute in userAttributes {
            // The service sends a code for each new value that must be confirmed.
            if let delivery = deliveries[attribute.key] {
                results[attribute.key] = AuthUpdateAttributeResult(
                    isUpdated: false, nextStep: .confirmAttributeWithCode(delivery, nil))
            } else {
                results[attribute.key] = AuthUpdateAttributeResult(isUpdated: true, nextStep: .done)
            }
        }
        return results
    }

    /// Sends the code that confirms an attribute.
    /// - Parameter userAttributeKey: the attribute to confirm.
    /// - Returns: the code's destination.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey
    ) async throws -> AuthCodeDeliveryDetails {
        let result = try await run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await accessToken(), task: .sendCode, attributeName: userAttributeKey.rawValue))
        switch result {
        case .asks(let step):
            return AuthCodeDeliveryDetails(
                medium: step.deliveryMedium, address: step.destination, attribute: step.attributeName)
        case .done: return AuthCodeDeliveryDetails(medium: nil, address: nil, attribute: nil)
        }
    }

    /// Confirms an attribute with the code that was sent.
    /// - Parameters:
    ///   - userAttribute: the attribute to confirm.
    ///   - confirmationCode: the code that the user received.
    /// - Throws: ``AuthError``.
    public func confirm(userAttribute: AuthUserAttributeKey, confirmationCode: String) async throws {
        _ = try await run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await accessToken(), code: confirmationCode, task: .verify,
                attributeName: userAttribute.rawValue))
    }

    /// Deletes the signed-in user's account, and removes the tokens and a pending sign-in from this device.
    /// - Throws: ``AuthError``.
    public func deleteUser() async throws {
        _ = try await run(
            ShippedFlow.DeleteAccount.self, .init(accessToken: try await accessToken(), confirmed: true))
        try await forgetSignIn()
    }
}

extension ShippedFlow.Attributes.Outcome.Done {
    /// The destinations of the codes that confirm changed attributes, parsed from the JSON texts of the step.
    fileprivate var deliveries: [AuthCodeDeliveryDetails] {
        codeDeliveryDetails.compactMap { text in
            guard let details = JSONValue(json: Array(text.utf8)) else { return nil }
            return AuthCodeDeliveryDetails(
                medium: details["DeliveryMedium"]?.string, address: details["Destination"]?.string,
                attribute: details["AttributeName"]?.string)
        }
    }
}
