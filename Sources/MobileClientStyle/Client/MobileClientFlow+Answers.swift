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
        case .selectMFA(let step): try await step.submit(challengeResponse: response)
        case .ended: throw FlowRefusal(.eventNotAccepted)
        }
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
