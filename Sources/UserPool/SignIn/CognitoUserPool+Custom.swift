extension CognitoUserPool {
    /// Asks the custom sign-in triggers for the next step.
    ///
    /// `clientValue` is `SRP_A` if the sign-in has just started with it.
    func customStep(
        _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:], clientValue: String? = nil
    ) async throws(PoolError) -> NextStep {
        guard let triggers else {
            throw .invalidParameter("Custom auth lambda trigger is not configured for the user pool.")
        }
        let request = triggerRequest(signIn, user, metadata)
        switch try await Self.run({ try await triggers.define(request) }) {
        case .fail: throw .wrongPassword
        case .issueTokens:
            guard let user else { throw .wrongPassword }
            try user.checkMaySignIn()
            return .tokens(signIn)
        case .challenge("PASSWORD_VERIFIER"):
            guard let clientValue else { throw Self.badDecision }
            return .challenge(try await passwordVerifier(signIn, user, clientValue: clientValue))
        case .challenge("CUSTOM_CHALLENGE"):
            let name = "CUSTOM_CHALLENGE"
            let created = try await Self.run { try await triggers.create(request, name) }
            let custom = CustomChallenge(
                name: name, privateParameters: created.privateParameters, metadata: created.metadata)
            let parameters = created.publicParameters.merging(["USERNAME": signIn.username]) { $1 }
            var challenge = NewChallenge(.custom(custom), signIn, parameters)
            if let code = created.message, let address = user?.attributes["email"] {
                challenge.message = PoolMessage(
                    username: signIn.username, medium: .email, destination: address, purpose: .signIn, code: code)
            }
            return .challenge(challenge)
        case .challenge: throw Self.badDecision
        }
    }

    /// Verifies the answer to a custom challenge.
    func verify(
        _ answer: String, to challenge: CustomChallenge, _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String]
    ) async throws(PoolError) -> Bool {
        guard let triggers else { throw Self.badDecision }
        let request = triggerRequest(signIn, user, metadata)
        return try await Self.run { try await triggers.verify(request, challenge.privateParameters, answer) }
    }

    private func triggerRequest(_ signIn: SignIn, _ user: PoolUser?, _ metadata: [String: String]) -> TriggerRequest {
        TriggerRequest(
            username: signIn.username, userAttributes: user.map { $0.allAttributes } ?? [:], session: signIn.rounds,
            clientMetadata: metadata, userNotFound: user == nil)
    }

    private static let badDecision = PoolError(
        "InvalidLambdaResponseException", "DefineAuthChallenge named a challenge that cannot follow")

    private static func run<Value: Sendable>(
        _ trigger: @Sendable () async throws -> Value
    ) async throws(PoolError) -> Value {
        do {
            return try await trigger()
        } catch let failure as TriggerFailure {
            throw PoolError("UserLambdaValidationException", failure.message)
        } catch {
            throw PoolError("UnexpectedLambdaException", "A trigger of custom sign-in failed")
        }
    }
}
