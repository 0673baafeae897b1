import CognitoFlows

extension AWSMobileClient {
    /// Fetches the signed-in user's attributes.
    /// - Parameter completionHandler: receives the attributes by name, or an ``AWSMobileClientError``.
    @preconcurrency
    public func getUserAttributes(completionHandler: @escaping @Sendable ([String: String]?, (any Error)?) -> Void) {
        perform(completionHandler) { core in
            let result = try await core.run(
                ShippedFlow.Attributes.self, .init(accessToken: try await core.accessToken()))
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
            let result = try await core.run(
                ShippedFlow.Attributes.self,
                .init(
                    accessToken: try await core.accessToken(), clientMetadata: clientMetaData.nonEmpty, task: .update,
                    userAttributes: attributeMap.nonEmpty),
                missing: "attributeMap")
            return (result.outcome?.codeDeliveryDetails ?? []).compactMap { UserCodeDeliveryDetails(json: $0) }
        }
    }

    /// Sends the code that confirms an attribute.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm, such as `email`.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the code's destination, or an ``AWSMobileClientError``.
    @preconcurrency
    public func verifyUserAttribute(
        attributeName: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (UserCodeDeliveryDetails?, (any Error)?) -> Void
    ) {
        // The result is optional: if the service names no destination, both values that the handler receives are nil.
        Task { [core] in
            do {
                let result = try await core.run(
                    ShippedFlow.Attributes.self,
                    .init(
                        accessToken: try await core.accessToken(), clientMetadata: clientMetaData.nonEmpty,
                        task: .sendCode, attributeName: attributeName))
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

    /// Confirms an attribute with the code that was sent.
    /// - Parameters:
    ///   - attributeName: the attribute to confirm.
    ///   - code: the code that the user received.
    ///   - completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func confirmVerifyUserAttribute(
        attributeName: String, code: String, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        perform(completionHandler) { core in
            _ = try await core.run(
                ShippedFlow.Attributes.self,
                .init(
                    accessToken: try await core.accessToken(), code: code, task: .verify, attributeName: attributeName))
        }
    }

    /// Confirms a changed attribute with the code that was sent.
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
