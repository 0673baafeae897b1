/// The three custom sign-in triggers, Lambda functions on Amazon Cognito.
///
/// The client receives their errors: a ``TriggerFailure`` with its text as `UserLambdaValidationException`, any other
/// without its text as `UnexpectedLambdaException`.
public struct CustomAuthTriggers: Sendable {
    /// DefineAuthChallenge: decides the next step.
    public var define: @Sendable (TriggerRequest) async throws -> ChallengeDecision
    /// CreateAuthChallenge: creates the challenge with a name.
    public var create: @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge
    /// VerifyAuthChallengeResponse: verifies an answer with the private parameters.
    public var verify:
        @Sendable (TriggerRequest, _ privateParameters: [String: String], _ answer: String) async throws -> Bool

    /// Creates triggers from closures.
    public init(
        define: @escaping @Sendable (TriggerRequest) async throws -> ChallengeDecision,
        create: @escaping @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge,
        verify:
            @escaping @Sendable (
                TriggerRequest, _ privateParameters: [String: String], _ answer: String
            ) async throws -> Bool
    ) {
        self.define = define
        self.create = create
        self.verify = verify
    }
}
