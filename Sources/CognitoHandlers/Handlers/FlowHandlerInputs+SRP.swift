import FlowRuntime

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
    /// - Throws: `unusable-parameter` for an empty salt or a malformed secret block; `illegal-parameter` for invalid
    ///   numbers.
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
            self.init("illegal-parameter", "\(name.rawValue) is not a hexadecimal number")
        // Amplify distinguishes inputs that it cannot parse from those that it cannot compute with.
        case .empty(let name): self.init("unusable-parameter", "\(name.rawValue) is empty")
        case .malformedBase64: self.init("unusable-parameter", "SECRET_BLOCK is not base64")
        case .negativeNumber: self.init("illegal-parameter", "a number is negative")
        case .zeroPublicValue(let name):
            self.init("illegal-parameter", "\(name.rawValue) is a multiple of the modulus N")
        case .zeroScrambler: self.init("illegal-parameter", "the hash of SRP_A and SRP_B is zero")
        case .badSecret: self.init("no-randomness", "the source of random bytes returned no usable number")
        }
    }
}
