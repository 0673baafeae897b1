/// The three triggers of custom sign-in, which on Amazon Cognito are Lambda functions.
///
/// What a trigger throws reaches the client: a ``TriggerFailure`` with its text as UserLambdaValidationException, anything else
/// without its text as UnexpectedLambdaException.
public struct CustomAuthTriggers: Sendable {
    /// DefineAuthChallenge: what comes next.
    public var define: @Sendable (TriggerRequest) async throws -> ChallengeDecision
    /// CreateAuthChallenge: makes the challenge of that name.
    public var create: @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge
    /// VerifyAuthChallengeResponse: whether the answer is right for the private parameters.
    public var verify:
        @Sendable (TriggerRequest, _ privateParameters: [String: String], _ answer: String) async throws -> Bool

    /// Triggers of closures.
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
