/// A sign-in whose steps the triggers choose: the challenge `CUSTOM_CHALLENGE`.
enum CustomSignIn {
    /// Returns the first step of a custom sign-in, which may start with SRP.
    static func begin(
        _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String], _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        guard parameters["CHALLENGE_NAME"] == "SRP_A" else { return try next(signIn, user, pool) }
        let clientValue = try parameters.required("SRP_A")
        // As in the service, the start with SRP counts as a round that succeeded.
        var signInWithSRP = signIn
        signInWithSRP.rounds = [ChallengeRound(challengeName: "SRP_A", challengeResult: true)]
        return try next(signInWithSRP, user, clientValue: clientValue, pool)
    }

    /// Asks the triggers for the next step of a sign-in, and returns it. `user` is nil for an unknown user.
    /// `metadata` is `ClientMetadata` of the answer. `clientValue` is `SRP_A` of a sign-in that has just started with
    /// SRP, otherwise nil.
    /// - Returns: a step that fails if a trigger fails, rejects the user or names a challenge that the pool cannot
    ///   issue, or issues tokens to a user who is unknown or may not sign in.
    /// - Throws: an error if the pool has no triggers.
    static func next(
        _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:], clientValue: String? = nil,
        _ pool: Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        guard let triggers = pool.triggers else {
            throw .invalidParameter("Custom auth lambda trigger is not configured for the user pool.")
        }
        let request = triggerRequest(signIn, user, metadata)
        return trigger({ try await triggers.define(request) }) { decision, pool throws(PoolError) in
            switch decision {
            case .fail: throw .wrongPassword
            case .issueTokens:
                guard let user else { throw .wrongPassword }
                try user.checkMaySignIn()
                return .done(.tokens(signIn))
            case .challenge("PASSWORD_VERIFIER"):
                guard let clientValue else { throw invalidDecision }
                return try PasswordProof.begin(signIn, user, clientValue: clientValue, pool)
            case .challenge("CUSTOM_CHALLENGE"):
                let name = "CUSTOM_CHALLENGE"
                return trigger({ try await triggers.create(request, name) }) { created, _ in
                    .challenge(challenge(name, created, signIn, user))
                }
            case .challenge: throw invalidDecision
            }
        }
    }

    /// Creates a challenge from the result of `CreateAuthChallenge`. The result's message, if any, is emailed to a user
    /// who has an address.
    private static func challenge(
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

    /// Lets the triggers verify the answer to a custom challenge, and returns the verdict with the next step that they
    /// choose. An error of the triggers ends the session.
    static func evaluate(
        _ response: ChallengeResponse, _ challenge: CustomChallenge, _ pool: inout Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        let answer = try response.required("ANSWER")
        // The triggers are not stored, so a pool from a file may lack those that issued the challenge.
        guard let triggers = pool.triggers else { throw .fatal(invalidDecision) }
        let user = response.user
        let metadata = response.answer.metadata
        let request = triggerRequest(response.signIn, user, metadata)
        let verify: @Sendable () async throws -> Bool = {
            try await triggers.verify(request, challenge.privateParameters, answer)
        }
        return try .start(&pool) { pool throws(PoolError) in
            trigger(verify) { isRight, pool throws(PoolError) in
                var signIn = response.signIn
                signIn.rounds.append(
                    ChallengeRound(
                        challengeName: challenge.name, challengeResult: isRight, challengeMetadata: challenge.metadata))
                return try next(signIn, user, metadata: metadata, pool).then(&pool) { [signIn] step, _ in
                    var verdict = Verdict(signIn: signIn)
                    verdict.next = step
                    return .done(verdict)
                }
            }
        } replacingErrors: { error, _ in
            .fatal(error)
        }
    }

    /// Returns the input of the triggers for the current state of a sign-in. `user` is nil for an unknown user.
    static func triggerRequest(_ signIn: SignIn, _ user: PoolUser?, _ metadata: [String: String]) -> TriggerRequest {
        TriggerRequest(
            username: signIn.username, userAttributes: user.map { $0.allAttributes } ?? [:], session: signIn.rounds,
            clientMetadata: metadata, userNotFound: user == nil)
    }

    /// The error for a challenge of `DefineAuthChallenge` that the pool cannot issue.
    private static let invalidDecision = PoolError(
        "InvalidLambdaResponseException", "DefineAuthChallenge returned a challenge that cannot be issued here")

    /// Returns a step that waits for a trigger, and continues with its result. An error of the trigger becomes an error
    /// of the API.
    private static func trigger<Output: Sendable, Value: Sendable>(
        _ call: @escaping @Sendable () async throws -> Output,
        then next: @escaping @Sendable (Output, inout Pool) throws(PoolError) -> PoolStep<Value>
    ) -> PoolStep<Value> {
        let work: @Sendable () async -> Result<Output, PoolError> = {
            do {
                return .success(try await call())
            } catch let failure as TriggerFailure {
                return .failure(PoolError("UserLambdaValidationException", failure.message))
            } catch {
                return .failure(PoolError("UnexpectedLambdaException", "A custom sign-in trigger failed"))
            }
        }
        return .work(work) { result, pool throws(PoolError) in try next(try result.get(), &pool) }
    }
}
