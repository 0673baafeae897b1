/// The three triggers of custom sign-in, which are Lambda functions on Amazon Cognito.
///
/// If a trigger throws a ``TriggerFailure``, the client receives `UserLambdaValidationException` with its message. For
/// any other error, the client receives `UnexpectedLambdaException` without details.
public struct CustomAuthTriggers: Sendable {
    /// Decides the next step: `DefineAuthChallenge`.
    public var define: @Sendable (TriggerRequest) async throws -> ChallengeDecision
    /// Creates the challenge with the given name: `CreateAuthChallenge`.
    public var create: @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge
    /// Returns whether an answer is right, given the private parameters: `VerifyAuthChallengeResponse`.
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
