import FlowCore
public import FlowRuntime

extension FlowHandlers {
    /// Returns the handlers that the shipped flows declare for Cognito.
    ///
    /// `passkey.assert` is included only if the settings have a ceremony for it. To replace a handler, register your
    /// own under the same name.
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

    /// Registers `srp.start` and `srp.verify`, which prove knowledge of the user's password.
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

    /// Registers `device.srp-start` and `device.srp-verify`, which prove knowledge of a remembered
    /// device's secret.
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
            // Only `refresh` passes a token. Its device may be stored under an alias, and its key is sufficient.
            if let key = inputs["accessToken"].flatMap({ TokenClaims($0)?["device_key"] }) { return ["deviceKey": key] }
            guard let device = try await devices.device(of: try inputs.text("username")) else { return [:] }
            return ["deviceKey": device.key, "deviceGroupKey": device.groupKey, "deviceSecret": device.secret]
        }
        register("device.store") { inputs throws(FlowHandlerFailure) in
            let device = CognitoDevice(
                key: try inputs.text("deviceKey"), groupKey: try inputs.text("deviceGroupKey"),
                secret: try inputs.text("deviceSecret"))
            try await devices.store(device, of: try inputs.text("username"), enteredAs: inputs["enteredName"])
            return [:]
        }
        register("device.forget") { inputs throws(FlowHandlerFailure) in
            try await devices.removeDevice(of: try inputs.text("username"), ifKey: inputs["deviceKey"])
            return [:]
        }
    }

    /// Registers `tokens.check`, which fails with `another-user` if the tokens provably belong to another account.
    ///
    /// That is so in three cases: the service named a different account, the new tokens would replace tokens of another
    /// account, or the new tokens name two accounts. A missing claim or name proves nothing.
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

extension FlowHandlerInputs {
    /// Returns the SRP identity of the device that the ports `deviceGroupKey` and `deviceKey` name.
    /// - Throws: `missing-input` if a port has no value.
    func deviceIdentity() throws(FlowHandlerFailure) -> SRPIdentity {
        SRPIdentity(realm: try text("deviceGroupKey"), user: try text("deviceKey"))
    }

    /// Computes the password proof for the challenge in the ports `SALT`, `SRP_B` and `SECRET_BLOCK`.
    /// - Parameters:
    ///   - identity: the owner of the password.
    ///   - passwordPort: the port of the password.
    ///   - statePort: the port of the exchange's state.
    ///   - timestampPort: the port of the exchange's time.
    /// - Returns: the value of PASSWORD_CLAIM_SIGNATURE.
    /// - Throws: `missing-input` if a port has no value; `unusable-parameter` for an empty salt or a malformed secret
    ///   block; `illegal-parameter` for invalid numbers; `no-randomness` for a malformed state.
    func proof(
        of identity: SRPIdentity, password passwordPort: String, state statePort: String,
        timestamp timestampPort: String
    ) throws(FlowHandlerFailure) -> FlowSecret {
        let password = try secret(passwordPort)
        let state = try secret(statePort)
        let timestamp = try text(timestampPort)
        let salt = try text("SALT")
        let serverValue = try text("SRP_B")
        let block = try text("SECRET_BLOCK")
        do throws(SRPFailure) {
            let challenge = try SRPChallenge(salt: salt, serverValue: serverValue, secretBlock: block)
            return try SRPClient(state: state).proof(of: identity, password: password, for: challenge, at: timestamp)
        } catch {
            throw FlowHandlerFailure(error)
        }
    }
}

extension SRPClient {
    /// Begins an exchange with random bytes from the settings' source.
    /// - Throws: the handler failure `no-randomness` if the source returns no usable number.
    static func begin(_ settings: CognitoSettings) throws(FlowHandlerFailure) -> SRPClient {
        do throws(SRPFailure) {
            return try SRPClient(random: settings.random)
        } catch {
            throw FlowHandlerFailure(error)
        }
    }
}

extension FlowHandlerFailure {
    /// Creates the handler failure for a failed SRP exchange. The message contains no values of the exchange.
    init(_ failure: SRPFailure) {
        switch failure {
        case .malformedNumber(let name):
            self.init("illegal-parameter", "\(name.rawValue) is not a hexadecimal number, or is too long")
        // As in Amplify, an empty salt or a malformed secret block has another name than an unsuitable number.
        case .empty(let name): self.init("unusable-parameter", "\(name.rawValue) is empty")
        case .malformedBase64: self.init("unusable-parameter", "SECRET_BLOCK is empty or not base64")
        case .negativeNumber: self.init("illegal-parameter", "a number is negative")
        case .zeroPublicValue(let name):
            self.init("illegal-parameter", "\(name.rawValue) is a multiple of the modulus N")
        case .zeroScrambler: self.init("illegal-parameter", "the hash of SRP_A and SRP_B is zero")
        case .badSecret: self.init("no-randomness", "the source of random bytes returned no usable number")
        // A flow can only start the exchange again, as after a failure of the random source.
        case .malformedState: self.init("no-randomness", "the stored state of the SRP exchange is malformed")
        }
    }
}
