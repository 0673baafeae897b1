import FlowCore
public import FlowRuntime

extension FlowHandlers {
    /// Returns the handlers that the shipped flows declare for Cognito.
    ///
    /// `passkey.assert` is included only if the settings have a ceremony for it. Register your own handler under the
    /// same name to replace one.
    /// - Parameter settings: the pool, and the stores, clock and random source to use.
    /// - Returns: the handlers, by their names in the flow.
    public static func cognito(_ settings: CognitoSettings) -> FlowHandlers {
        var handlers = FlowHandlers()
        handlers.registerPasswordProof(settings)
        handlers.registerDeviceProof(settings)
        handlers.registerDeviceVerifier(settings)
        handlers.registerDeviceStore(settings.devices)
        handlers.registerTokenCheck()
        handlers.registerTokenStore(settings.tokenCache, now: settings.now)
        handlers.register("secret.hash") { inputs throws(FlowHandlerFailure) in
            let hash = SecretHash.text(
                username: try inputs.text("username"), clientID: try inputs.text("clientId"),
                clientSecret: try inputs.text("clientSecret"))
            return ["secretHash": hash]
        }
        handlers.registerSecurityContext(settings.securityContext)
        if let ceremony = settings.passkeys { handlers.registerPasskeys(ceremony) }
        return handlers
    }

    /// Registers `security.context`, which describes the device to the service.
    ///
    /// The handler has no output if there is no provider, or if the provider returns no description.
    private mutating func registerSecurityContext(_ provider: (any SecurityContextProvider)?) {
        register("security.context") { inputs throws(FlowHandlerFailure) in
            guard let provider, let text = await provider.encodedData(for: try inputs.text("username")) else {
                return [:]
            }
            return ["userContext": text]
        }
    }

    /// Registers `passkey.assert`, which signs in with a passkey.
    private mutating func registerPasskeys(_ ceremony: any PasskeyCeremony) {
        register("passkey.assert") { inputs throws(FlowHandlerFailure) in
            let options = try inputs.text("CREDENTIAL_REQUEST_OPTIONS")
            do throws(PasskeyFailure) {
                return ["credential": try await ceremony.assertion(for: options)]
            } catch {
                throw FlowHandlerFailure(error)
            }
        }
    }

    /// Registers `srp.start` and `srp.verify`, which prove the user's password.
    private mutating func registerPasswordProof(_ settings: CognitoSettings) {
        register("srp.start") { _ throws(FlowHandlerFailure) in
            let client = try SRPClient.begin(settings)
            var outputs: FlowHandlerOutputs = [
                "srpA": client.publicValue, "timestamp": CognitoTimestamp.text(secondsSince1970: settings.now()),
            ]
            outputs.set("srpState", client.state)
            return outputs
        }
        register("srp.verify") { inputs throws(FlowHandlerFailure) in
            let user = SRPIdentity(realm: settings.poolName, user: try inputs.text("userIdForSRP"))
            var outputs = FlowHandlerOutputs()
            outputs.set(
                "passwordSignature",
                try inputs.proof(of: user, password: "password", state: "srpState", timestamp: "timestamp"))
            return outputs
        }
    }

    /// Registers `device.srp-start` and `device.srp-verify`, which prove the secret of a remembered device.
    private mutating func registerDeviceProof(_ settings: CognitoSettings) {
        register("device.srp-start") { _ throws(FlowHandlerFailure) in
            let client = try SRPClient.begin(settings)
            var outputs: FlowHandlerOutputs = [
                "deviceSrpA": client.publicValue,
                "deviceTimestamp": CognitoTimestamp.text(secondsSince1970: settings.now()),
            ]
            outputs.set("deviceSrpState", client.state)
            return outputs
        }
        register("device.srp-verify") { inputs throws(FlowHandlerFailure) in
            let signature = try inputs.proof(
                of: try inputs.deviceIdentity(), password: "deviceSecret", state: "deviceSrpState",
                timestamp: "deviceTimestamp")
            var outputs = FlowHandlerOutputs()
            outputs.set("deviceSignature", signature)
            return outputs
        }
    }

    /// Registers `device.verifier`, which generates the secret of a new device, and its verifier for the service.
    private mutating func registerDeviceVerifier(_ settings: CognitoSettings) {
        register("device.verifier") { inputs throws(FlowHandlerFailure) in
            let secret = Base64.text(settings.random(SRPVerifier.deviceSecretByteCount))
            let salt = settings.random(SRPVerifier.saltByteCount)
            let verifier = SRPVerifier(of: try inputs.deviceIdentity(), password: secret, salt: salt)
            var outputs: FlowHandlerOutputs = [
                "deviceVerifier": verifier.passwordVerifier, "deviceSalt": verifier.saltText,
                "newDeviceSecret": secret,
            ]
            if let name = settings.deviceName { outputs.set("deviceName", .string(name)) }
            return outputs
        }
    }

    /// Registers `device.find`, `device.store` and `device.forget`, which access the remembered devices.
    private mutating func registerDeviceStore(_ devices: DeviceSecrets) {
        register("device.find") { inputs throws(FlowHandlerFailure) in
            guard let device = try await devices.device(of: try inputs.text("username")) else { return [:] }
            return ["deviceKey": device.key, "deviceGroupKey": device.groupKey, "deviceSecret": device.secret]
        }
        register("device.store") { inputs throws(FlowHandlerFailure) in
            let device = CognitoDevice(
                key: try inputs.text("deviceKey"), groupKey: try inputs.text("deviceGroupKey"),
                secret: try inputs.text("deviceSecret"))
            try await devices.store(device, of: try inputs.text("username"))
            return [:]
        }
        register("device.forget") { inputs throws(FlowHandlerFailure) in
            try await devices.removeDevice(of: try inputs.text("username"), ifKey: inputs["deviceKey"])
            return [:]
        }
    }

    /// Registers `tokens.check`, which fails with `another-user` if the tokens provably belong to another account.
    ///
    /// That is so in three cases: the service named a different account, the tokens would replace tokens of another
    /// account, or they name two accounts. A missing claim or name proves nothing.
    private mutating func registerTokenCheck() {
        register("tokens.check") { inputs throws(FlowHandlerFailure) in
            let owner = TokenOwner(idToken: inputs["IdToken"], accessToken: inputs["AccessToken"])
            let previous = TokenOwner(idToken: nil, accessToken: inputs["formerAccessToken"])
            let differsFromNamed = owner.differs(
                fromUserID: inputs["namedUserId"], username: inputs["namedUsername"])
            if owner.hasTwoAccounts || owner.differs(from: previous) || differsFromNamed {
                throw FlowHandlerFailure("another-user", "The tokens belong to another user")
            }
            return [:]
        }
    }

    /// Registers `tokens.store` and `tokens.clear`, which access the token cache.
    ///
    /// `tokens.store` also corrects the estimated difference between the device's clock and the service's.
    private mutating func registerTokenStore(_ tokens: TokenCache, now: @escaping @Sendable () -> Int64) {
        register("tokens.store") { inputs throws(FlowHandlerFailure) in
            let issuedTokens = try CognitoTokens(inputs)
            tokens.updateClockOffset(from: issuedTokens, now: now())
            try await tokens.store(issuedTokens, of: try inputs.text("username"))
            return [:]
        }
        register("tokens.clear") { inputs throws(FlowHandlerFailure) in
            try await tokens.clear(inputs["username"])
            return [:]
        }
    }
}
