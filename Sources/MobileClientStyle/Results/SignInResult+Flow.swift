import CognitoFlows
import FlowRuntime

extension SignInResult {
    /// The names of the values in ``parameters``.
    private enum Parameter: String {
        case step, deliveryMedium, destination, attributeName, attemptsLeft, requiredAttributes, sharedSecret
        case username, mfaTypes
    }

    /// The steps that the SDK lacks, by their names in ``parameters``.
    private enum AddedStep: String {
        case setUpTOTP, selectMFA
    }

    /// Creates the result for a step of the flow. After the end, it has no parameters, so that it contains no tokens.
    /// - Throws: the error that the step shows, or the error of an outcome that is a failure.
    init(_ step: ShippedFlow.MobileClient.Step) throws(StyleFailure) {
        switch step {
        case .smsMFA(let step):
            try StyleFailure.check(step.error)
            self.init(
                .smsMFA,
                [
                    .deliveryMedium: step.deliveryMedium, .destination: step.destination,
                    .attributeName: step.attributeName, .attemptsLeft: step.attemptsLeft,
                ],
                UserCodeDeliveryDetails(
                    medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName))
        case .newPasswordRequired(let step):
            try StyleFailure.check(step.error)
            self.init(.newPasswordRequired, [.requiredAttributes: step.requiredAttributes.joined(separator: ",")])
        case .setUpTOTP(let step):
            try StyleFailure.check(step.error)
            let name = AddedStep.setUpTOTP.rawValue
            self.init(.unknown, [.step: name, .sharedSecret: step.sharedSecret, .username: step.username])
        case .customChallenge(let step):
            try StyleFailure.check(step.error)
            self.init(signInState: .customChallenge, parameters: step.parameters)
        case .selectMFA(let step):
            try StyleFailure.check(step.error)
            let name = AddedStep.selectMFA.rawValue
            self.init(.unknown, [.step: name, .mfaTypes: step.mfaTypes.joined(separator: ",")])
        case .ended(.signedIn): self.init(signInState: .signedIn)
        case .ended(.failed(let outcome)):
            let failure = StyleFailure(outcome.error, .failed)
            guard outcome.error.kind == .passwordMissing else { throw failure }
            throw failure.reporting(missing: ShippedFlow.MobileClient.Inputs.Field.password.rawValue)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        // Only a host of the flow itself can sign out by it.
        case .ended(.signedOut(let outcome)): throw StyleFailure(outcome.error, .failed)
        }
    }

    /// Creates a result with those parameters that are not nil.
    private init(
        _ state: SignInState, _ parameters: [Parameter: String?], _ codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        let shown = parameters.compactMap { name, value in value.map { (name.rawValue, $0) } }
        self.init(signInState: state, parameters: Dictionary(shown) { $1 }, codeDetails: codeDetails)
    }
}
