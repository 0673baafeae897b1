import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Returns the signed-in user, as the stored access token describes them.
    ///
    /// Sends no request. The token may have expired. The user's id is empty if the token does not contain it.
    /// - Throws: ``AuthError/signedOut(_:_:_:)`` if no user is signed in; ``AuthError/service(_:_:_:)`` if the style
    ///   cannot read the store; ``AuthError/configuration(_:_:_:)`` if no user pool is configured.
    public func getCurrentUser() async throws -> AuthUser { try await configuredClient().currentUser() }

    /// Fetches the current session, with valid tokens if a user is signed in. Does not affect a pending sign-in.
    /// - Parameter options: whether to refresh the tokens even if they are still valid.
    /// - Returns: the session. It contains an error instead of tokens if no user is signed in, or if the tokens cannot
    ///   be read or refreshed.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if no user pool is configured.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> AuthSession {
        switch try await configuredClient().keeper.freshTokens(isForced: options?.forceRefresh == true) {
        case .valid(_, let tokens):
            let userPoolTokens = AuthCognitoTokens(
                idToken: tokens.idToken ?? "", accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? "")
            return AuthSession(isSignedIn: true, userPoolTokensResult: .success(userPoolTokens))
        case .signedOut:
            let error = AuthError.signedOut("No user is signed in", "Call signIn first")
            return AuthSession(isSignedIn: false, userPoolTokensResult: .failure(error))
        case .expired:
            let error = AuthError.sessionExpired("The session has expired", "Sign in again")
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(error))
        case .failed(let failure):
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(AuthError(failure)))
        }
    }

    /// Signs the user out on this device and, if the service responds, at the service.
    ///
    /// Cancels a sign-in whose first request is in progress. If the task is canceled, the sign-out affects only this
    /// device.
    /// - Parameter options: whether to sign the user out on all devices.
    /// - Returns: the result. It is ``AuthSignOutResult/failed(_:)`` if a sign-in waits at a step, if no user pool is
    ///   configured, or if the style could not remove the tokens or a sealed sign-in. To end a pending sign-in, call
    ///   ``cancelSignIn()``.
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> AuthSignOutResult {
        let current = content.current
        guard let client = current.client else { return .failed(Self.notConfigured) }
        if await current.signIn?.pendingStep != nil {
            return .failed(.invalidState("A sign-in is pending", "Call cancelSignIn, or answer the pending step"))
        }
        let globalError = options?.globalSignOut == true ? await endSessions(client.keeper, globally: true) : nil
        // Always revokes this device's refresh token, because a global sign-out may have failed.
        let revokeError = await endSessions(client.keeper, globally: false)
        do throws(AuthError) {
            try await forgetSignIn(of: client)
        } catch {
            return .failed(error)
        }
        guard globalError == nil, revokeError == nil else {
            return .partial(revokeTokenError: revokeError, globalSignOutError: globalError)
        }
        return .complete
    }

    /// Cancels the current sign-in of an app client, and removes its signed-in user's tokens from this device.
    ///
    /// After another configuration, the current sign-in is that of another app client, and stays.
    /// - Throws: ``AuthError`` if the tokens may still be stored, or if the sealed sign-in may still be resumed.
    private func forgetSignIn(of client: Client) async throws(AuthError) {
        let current = content.current
        if let signIn = current.signIn, current.isCurrent(client) {
            try await signIn.cancel()
            remove(signIn)
        }
        do throws(StyleFailure) {
            try await client.keeper.signOutLocally()
        } catch {
            throw AuthError(error)
        }
    }

    /// Ends all sessions of the user at the service, or only the session of this device.
    /// - Returns: the error, or nil if the sessions have ended, if no user is signed in, or if only this device's
    ///   session is to end and its tokens cannot be revoked.
    private func endSessions(_ keeper: SessionKeeper, globally: Bool) async -> AuthError? {
        do throws(StyleFailure) {
            if let tokens = try await keeper.tokensToEnd(globally: globally) {
                try await keeper.endSessions(of: tokens, globally: globally)
            }
            return nil
        } catch {
            return AuthError(error)
        }
    }
}

extension AuthCategory {
    /// Fetches the signed-in user's attributes.
    /// - Returns: the attributes, sorted by name.
    /// - Throws: ``AuthError``.
    public func fetchUserAttributes() async throws -> [AuthUserAttribute] {
        let client = try configuredClient()
        let result = try await client.run(
            ShippedFlow.Attributes.self, .init(accessToken: try await client.accessToken()))
        let sortedAttributes = (result.outcome?.userAttributes ?? [:]).sorted { $0.key < $1.key }
        return sortedAttributes.map { AuthUserAttribute(AuthUserAttributeKey(rawValue: $0.key), value: $0.value) }
    }

    /// Changes one attribute of the signed-in user.
    /// - Parameter userAttribute: the attribute with its new value.
    /// - Returns: whether the change is complete. If not, the next step is to confirm the new value with a code.
    /// - Throws: ``AuthError``.
    public func update(userAttribute: AuthUserAttribute) async throws -> AuthUpdateAttributeResult {
        // The fallback does not occur, because the results contain each attribute of the call.
        let results = try await update(userAttributes: [userAttribute])
        return results[userAttribute.key] ?? AuthUpdateAttributeResult(isUpdated: true, nextStep: .done)
    }

    /// Changes several attributes in one request.
    /// - Parameter userAttributes: the attributes with their new values.
    /// - Returns: for each attribute, whether the change is complete. If not, the next step is to confirm the new value
    ///   with a code.
    /// - Throws: ``AuthError``.
    public func update(
        userAttributes: [AuthUserAttribute]
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        let client = try configuredClient()
        let result = try await client.run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await client.accessToken(), task: .update,
                userAttributes: userAttributes.byName.nonEmpty),
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
    /// - Returns: the code's destination. Its medium is `unknown` if the service does not name one.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey
    ) async throws -> AuthCodeDeliveryDetails {
        let client = try configuredClient()
        let result = try await client.run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await client.accessToken(), task: .sendCode,
                attributeName: userAttributeKey.rawValue))
        switch result {
        case .asks(let step):
            return AuthCodeDeliveryDetails(
                medium: step.deliveryMedium, address: step.destination, attribute: step.attributeName)
        // This case does not occur, because the flow asks for the code first.
        case .done: return AuthCodeDeliveryDetails(medium: nil, address: nil, attribute: nil)
        }
    }

    /// Confirms an attribute with the code that the service sent.
    /// - Parameters:
    ///   - userAttribute: the attribute to confirm.
    ///   - confirmationCode: the code that the user received.
    /// - Throws: ``AuthError``.
    public func confirm(userAttribute: AuthUserAttributeKey, confirmationCode: String) async throws {
        let client = try configuredClient()
        _ = try await client.run(
            ShippedFlow.Attributes.self,
            .init(
                accessToken: try await client.accessToken(), code: confirmationCode, task: .verify,
                attributeName: userAttribute.rawValue))
    }

    /// Deletes the signed-in user's account, and removes the tokens and a pending sign-in from this device.
    /// - Throws: ``AuthError``.
    public func deleteUser() async throws {
        let client = try configuredClient()
        _ = try await client.run(
            ShippedFlow.DeleteAccount.self, .init(accessToken: try await client.accessToken(), confirmed: true))
        try await forgetSignIn(of: client)
    }
}

extension ShippedFlow.Attributes.Outcome.Done {
    /// The destinations of the codes that confirm changed attributes, parsed from the outcome's JSON texts. Malformed
    /// texts are skipped.
    fileprivate var deliveries: [AuthCodeDeliveryDetails] {
        codeDeliveryDetails.compactMap { text in
            guard let details = JSONValue(json: Array(text.utf8)) else { return nil }
            return AuthCodeDeliveryDetails(
                medium: details["DeliveryMedium"]?.string, address: details["Destination"]?.string,
                attribute: details["AttributeName"]?.string)
        }
    }
}

extension AuthCategory {
    /// Starts the set-up of an authenticator app for the signed-in user.
    /// - Returns: the secret and the account name for the authenticator app.
    /// - Throws: ``AuthError``.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        let client = try configuredClient()
        let user = try await client.currentUser()
        let result = try await client.run(
            ShippedFlow.TurnOnMFA.self, .init(accessToken: try await client.accessToken(), task: .associate))
        // With the task `associate`, the flow always ends as `done` with the secret.
        let secret =
            switch result {
            case .asks(let step): step.sharedSecret
            case .done(let outcome): outcome.sharedSecret
            }
        return TOTPSetupDetails(sharedSecret: secret ?? "", username: user.username)
    }

    /// Completes the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - code: the code that the authenticator app shows.
    ///   - friendlyDeviceName: a name for the device with the authenticator app; nil for no name.
    /// - Throws: ``AuthError``.
    public func verifyTOTPSetup(code: String, friendlyDeviceName: String? = nil) async throws {
        let client = try configuredClient()
        _ = try await client.run(
            ShippedFlow.TurnOnMFA.self,
            .init(
                accessToken: try await client.accessToken(), task: .verify, code: code,
                friendlyDeviceName: friendlyDeviceName))
    }
}

extension AuthCategory {
    /// Fetches the devices that the service remembers for the signed-in user.
    /// - Returns: the first page of devices. For a device without a name, the key takes its place.
    /// - Throws: ``AuthError``.
    public func fetchDevices() async throws -> [AuthDevice] {
        let client = try configuredClient()
        let result = try await client.run(
            ShippedFlow.Devices.self, .init(accessToken: try await client.accessToken()))
        return (result.outcome?.devices ?? []).compactMap { text in
            // Skips an entry without a key, which no other call could name.
            guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else {
                return nil
            }
            let attributes = device["DeviceAttributes"]?.members ?? []
            return AuthDevice(id: key, name: attributes.first { $0.name == "device_name" }?.value.string ?? key)
        }
    }

    /// Makes the service remember this device, which the last sign-in registered.
    /// - Throws: ``AuthError``, with the underlying error ``AWSCognitoAuthError/deviceNotTracked`` if the last sign-in
    ///   registered no device.
    public func rememberDevice() async throws { try await run(.remember, nil) }

    /// Makes the service forget a device.
    /// - Parameter device: the device to forget; nil for this device.
    /// - Throws: ``AuthError``, with the underlying error ``AWSCognitoAuthError/deviceNotTracked`` if this device is
    ///   not registered.
    public func forgetDevice(_ device: AuthDevice? = nil) async throws { try await run(.forget, device?.id) }

    /// Runs a task of the flow `devices` for the device with the given key. A nil key means this device.
    private func run(_ task: ShippedFlow.Devices.Inputs.TaskChoice, _ key: String?) async throws {
        let client = try configuredClient()
        let token = try await client.accessToken()
        var username: String?
        if let user = try await client.storedUser() {
            username = await client.app.deviceUsername(of: user.username, with: user.tokens)
        }
        _ = try await client.run(
            ShippedFlow.Devices.self, .init(accessToken: token, username: username, task: task, deviceKey: key))
    }
}
