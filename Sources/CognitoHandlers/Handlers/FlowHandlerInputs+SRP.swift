import FlowRuntime

extension FlowHandlerInputs {
    /// The device that ports name, as SRP sees it.
    func device() throws(FlowHandlerFailure) -> SRPIdentity {
        SRPIdentity(realm: try text("deviceGroupKey"), user: try text("deviceKey"))
    }

    /// The proof of a password for the challenge in the ports.
    /// - Parameters:
    ///   - identity: whose password it is.
    ///   - password: the port of the password.
    ///   - state: the port of what the exchange began with.
    ///   - timestamp: the port of its time.
    /// - Returns: the signature.
    /// - Throws: the failure `unusable-parameter` for a salt that is empty and a secret block that is none, `illegal-parameter`
    ///   for numbers that are no good.
    func proof(
        of identity: SRPIdentity, password: String, state: String, timestamp: String
    ) throws(FlowHandlerFailure) -> FlowSecret {
        let (password, state, timestamp) = (try secret(password), try secret(state), try text(timestamp))
        let (salt, value, block) = (try text("SALT"), try text("SRP_B"), try text("SECRET_BLOCK"))
        do throws(SRPFailure) {
            let challenge = try SRPChallenge(salt: salt, serverValue: value, secretBlock: block)
            return try SRPClient(state: state).proof(of: identity, password: password, for: challenge, at: timestamp)
        } catch {
            throw FlowHandlerFailure(error)
        }
    }
}

extension SRPClient {
    /// A new exchange.
    /// - Throws: the failure `no-randomness`.
    static func begin(_ settings: CognitoSettings) throws(FlowHandlerFailure) -> SRPClient {
        do throws(SRPFailure) {
            return try SRPClient(random: settings.random)
        } catch {
            throw FlowHandlerFailure(error)
        }
    }
}

extension FlowHandlerFailure {
    /// What is wrong with an exchange, without a value of it.
    init(_ failure: SRPFailure) {
        switch failure {
        case .malformedNumber(let name):
            self.init("illegal-parameter", "\(name.rawValue) is not a hexadecimal number")
        // Amplify tells what it cannot even begin with from what it cannot compute with.
        case .empty(let name): self.init("unusable-parameter", "\(name.rawValue) is empty")
        case .malformedBase64: self.init("unusable-parameter", "SECRET_BLOCK is not base64")
        case .negativeNumber: self.init("illegal-parameter", "a number is negative")
        case .zeroPublicValue(let name): self.init("illegal-parameter", "\(name.rawValue) is a multiple of N")
        case .zeroScrambler: self.init("illegal-parameter", "SRP_A and SRP_B have the hash zero")
        case .badSecret: self.init("no-randomness", "there is no usable random number")
        }
    }
}
