extension CognitoUserPool {
    /// Asks the custom sign-in triggers for the next step.
    /// - Parameters:
    ///   - signIn: the progress of the sign-in, with its rounds.
    ///   - user: the user who signs in; nil for an unknown one.
    ///   - metadata: `ClientMetadata` of the answer.
    ///   - clientValue: `SRP_A` of a sign-in that has just started with SRP, otherwise nil.
    /// - Returns: the step that `DefineAuthChallenge` chooses.
    /// - Throws: an error if the triggers fail or reject the user, or there are none.
    func nextCustomStep(
        _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:], clientValue: String? = nil
    ) async throws(PoolError) -> NextStep {
        guard let triggers else {
            throw .invalidParameter("Custom auth lambda trigger is not configured for the user pool.")
        }
        let request = triggerRequest(signIn, user, metadata)
        switch try await Self.runTrigger({ try await triggers.define(request) }) {
        case .fail: throw .wrongPassword
        case .issueTokens:
            guard let user else { throw .wrongPassword }
            try user.checkMaySignIn()
            return .tokens(signIn)
        case .challenge("PASSWORD_VERIFIER"):
            guard let clientValue else { throw Self.invalidDecision }
            return .challenge(try await makePasswordVerifier(signIn, user, clientValue: clientValue))
        case .challenge("CUSTOM_CHALLENGE"):
            let name = "CUSTOM_CHALLENGE"
            let created = try await Self.runTrigger { try await triggers.create(request, name) }
            return .challenge(makeCustomChallenge(name, created, signIn, user))
        case .challenge: throw Self.invalidDecision
        }
    }

    /// Creates a challenge from the result of `CreateAuthChallenge`.
    ///
    /// The result's message, if any, is emailed to a user who has an address.
    private func makeCustomChallenge(
        _ name: String, _ created: CreatedChallenge, _ signIn: SignIn, _ user: PoolUser?
    ) -> NewChallenge {
        let custom = CustomChallenge(
            name: name, privateParameters: created.privateParameters, metadata: created.metadata)
        let parameters = created.publicParameters.merging(["USERNAME": signIn.username]) { $1 }
        var challenge = NewChallenge(.custom(custom), signIn, parameters)
        if let code = created.message, let address = user?.attributes["email"] {
            challenge.message = PoolMessage(
                username: signIn.username, medium: .email, destination: address, purpose: .signIn, code: code)
        }
        return challenge
    }

    /// Returns whether the triggers accept the answer to a custom challenge.
    /// - Throws: an error if the triggers fail or reject the user, or there are none.
    func verifyCustomAnswer(
        _ answer: String, to challenge: CustomChallenge, _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String]
    ) async throws(PoolError) -> Bool {
        guard let triggers else { throw Self.invalidDecision }
        let request = triggerRequest(signIn, user, metadata)
        return try await Self.runTrigger { try await triggers.verify(request, challenge.privateParameters, answer) }
    }

    /// Creates the request that all triggers receive.
    private func triggerRequest(_ signIn: SignIn, _ user: PoolUser?, _ metadata: [String: String]) -> TriggerRequest {
        TriggerRequest(
            username: signIn.username, userAttributes: user.map { $0.allAttributes } ?? [:], session: signIn.rounds,
            clientMetadata: metadata, userNotFound: user == nil)
    }

    /// The error for a challenge of `DefineAuthChallenge` that the pool cannot issue.
    private static let invalidDecision = PoolError(
        "InvalidLambdaResponseException", "DefineAuthChallenge returned a challenge that cannot be issued here")

    /// Runs a trigger, returns its result, and replaces its error by the API's.
    private static func runTrigger<Value: Sendable>(
        _ trigger: @Sendable () async throws -> Value
    ) async throws(PoolError) -> Value {
        do {
            return try await trigger()
        } catch let failure as TriggerFailure {
            throw PoolError("UserLambdaValidationException", failure.message)
        } catch {
            throw PoolError("UnexpectedLambdaException", "A custom sign-in trigger failed")
        }
    }
}
