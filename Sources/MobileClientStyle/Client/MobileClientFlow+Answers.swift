import CognitoFlows
import FlowRuntime

extension ShippedFlow.MobileClient {
    /// Answers a step with the values that `confirmSignIn` takes.
    func answer(
        _ step: Step, _ response: String, userAttributes: [String: String]?, clientMetadata: [String: String]?
    ) async throws(FlowRefusal) -> Step {
        let secret = FlowSecret(response)
        return switch step {
        case .smsMFA(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .newPasswordRequired(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .setUpTOTP(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .customChallenge(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .selectMFA: try await selectMFA(response)
        case .ended: throw FlowRefusal(.eventNotAccepted)
        }
    }

    /// Selects a second factor.
    ///
    /// The flow compares the answer with words. A `FlowSecret` would never match, because the flow sees only its handle.
    private func selectMFA(_ factor: String) async throws(FlowRefusal) -> Step {
        guard let turn = await session.turn, case .selectMFA = Step(turn) else { throw FlowRefusal(.superseded) }
        var answers = FlowValues()
        answers.set(SelectMFA.Field.challengeResponse.rawValue, factor)
        return try Step(answering: await turn.submit(answers))
    }
}

extension ShippedFlow.MobileClient.Step {
    /// Requests another code.
    func resend() async throws(FlowRefusal) -> Self {
        switch self {
        case .smsMFA(let step): try await step.resend()
        case .customChallenge(let step): try await step.resend()
        case .newPasswordRequired, .setUpTOTP, .selectMFA, .ended: throw FlowRefusal(.eventNotAccepted)
        }
    }
}
