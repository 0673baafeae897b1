import CognitoFlows
import FlowCore
import FlowRuntime

extension ShippedFlow.Amplify {
    /// Answers a step with the single text that `confirmSignIn` takes, and returns the next step.
    func answer(
        _ step: Step, _ response: String, _ options: AWSAuthConfirmSignInOptions?
    ) async throws(FlowRefusal) -> Step {
        let metadata = options?.metadata?.nonEmpty
        let attributes = options?.userAttributes?.byName.nonEmpty
        return switch step {
        case .confirmSignInWithSMSCode(let step):
            try await step.submit(code: response, clientMetadata: metadata, userAttributes: attributes)
        case .confirmSignInWithEmailCode(let step):
            try await step.submit(code: response, clientMetadata: metadata, userAttributes: attributes)
        case .confirmSignInWithTOTPCode(let step):
            try await step.submit(code: response, clientMetadata: metadata, userAttributes: attributes)
        case .confirmSignInWithPassword(let step):
            try await step.submit(
                password: FlowSecret(response), clientMetadata: metadata, userAttributes: attributes)
        case .confirmSignInWithCustomChallenge(let step):
            try await step.submit(answer: response, clientMetadata: metadata, userAttributes: attributes)
        case .confirmSignInWithNewPasswordRequired(let step):
            try await step.submit(
                newPassword: FlowSecret(response), clientMetadata: metadata, userAttributes: attributes)
        case .continueSignInWithTOTPSetup(let step):
            try await step.submit(
                code: response, friendlyDeviceName: options?.friendlyDeviceName, clientMetadata: metadata,
                userAttributes: attributes)
        case .continueSignInWithEmailSetup(let step):
            try await step.submit(email: response, clientMetadata: metadata, userAttributes: attributes)
        // Amplify accepts MFA types in any case, but first factors only in upper case.
        case .continueSignInWithMFASelection(let step):
            try await step.submit(
                try choice(response.uppercased()), clientMetadata: metadata, userAttributes: attributes)
        case .continueSignInWithMFASetupSelection(let step):
            try await step.submit(
                try choice(response.uppercased()), clientMetadata: metadata, userAttributes: attributes)
        case .continueSignInWithFirstFactorSelection(let step):
            try await step.submit(try choice(response), clientMetadata: metadata, userAttributes: attributes)
        case .resetPassword, .confirmSignUp:
            try await answerCurrentTurn(response, metadata, attributes, options?.friendlyDeviceName)
        case .ended: throw FlowRefusal(.eventNotAccepted)
        }
    }

    /// Returns the choice that a text names.
    /// - Throws: the refusal of a text that names no choice.
    private func choice<Choice: RawRepresentable<String>>(_ text: String) throws(FlowRefusal) -> Choice {
        guard let choice = Choice(rawValue: text) else { throw FlowRefusal(.notAChoice) }
        return choice
    }

    /// Answers the step `resetPassword` or `confirmSignUp`, and returns the next step.
    ///
    /// After some errors, the flow presents such a step in place of the step that failed, but asks for the same values.
    /// `response` answers the first required ask or, if there is none, the first ask.
    /// - Throws: the refusal of the answer, or `superseded` if the flow has left the step.
    private func answerCurrentTurn(
        _ response: String, _ metadata: [String: String]?, _ attributes: [String: String]?, _ deviceName: String?
    ) async throws(FlowRefusal) -> Step {
        guard let turn = await session.turn, case .step(let presentation) = turn.content,
            let ask = presentation.asks.first(where: \.isRequired) ?? presentation.asks.first
        else { throw FlowRefusal(.superseded) }
        var answers = FlowValues()
        let names = presentation.asks.map(\.name)

        /// Returns whether the step asks for a field. `ConfirmSignUp` has the same fields as `ResetPassword`.
        func isAsked(_ field: ResetPassword.Field) -> Bool { names.contains(field.rawValue) }
        if isAsked(.clientMetadata) { answers.set(ResetPassword.Field.clientMetadata.rawValue, metadata) }
        if isAsked(.userAttributes) { answers.set(ResetPassword.Field.userAttributes.rawValue, attributes) }
        if isAsked(.friendlyDeviceName) { answers.set(ResetPassword.Field.friendlyDeviceName.rawValue, deviceName) }
        answers.set(ask.name, response)
        return try Step(answering: await turn.submit(answers))
    }
}

extension ShippedFlow.Amplify.Step {
    /// Requests another code for the step, and returns the next step.
    /// - Throws: the refusal, for example of a step that needs no code from the service.
    func resend() async throws(FlowRefusal) -> Self {
        switch self {
        case .confirmSignInWithSMSCode(let step): try await step.resend()
        case .confirmSignInWithEmailCode(let step): try await step.resend()
        case .resetPassword(let step): try await step.resend()
        case .confirmSignUp(let step): try await step.resend()
        case .confirmSignInWithTOTPCode, .confirmSignInWithPassword, .confirmSignInWithCustomChallenge,
            .confirmSignInWithNewPasswordRequired, .continueSignInWithTOTPSetup, .continueSignInWithEmailSetup,
            .continueSignInWithMFASelection, .continueSignInWithMFASetupSelection,
            .continueSignInWithFirstFactorSelection, .ended:
            throw FlowRefusal(.eventNotAccepted)
        }
    }
}
