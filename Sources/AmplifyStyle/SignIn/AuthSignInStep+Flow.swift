import CognitoFlows
import FlowRuntime

extension AuthSignInStep {
    /// Creates the case for a step of the flow.
    /// - Throws: the error of an outcome that is a failure; the error that led to the step, unless the case itself tells
    ///   the user what to do first, and so explains the error.
    init(_ step: ShippedFlow.Amplify.Step) throws(StyleFailure) {
        switch step {
        case .confirmSignInWithSMSCode(let step):
            let details = AuthCodeDeliveryDetails(medium: step.medium, address: step.destination, attribute: nil)
            // The flow names Amplify's case if the code replaces a password.
            let isOneTimePassword = step.swiftStep != nil
            self = try .unless(
                step.error,
                isOneTimePassword
                    ? .confirmSignInWithOTP(details)
                    : .confirmSignInWithSMSMFACode(details, step.additionalInfo.nonEmpty))
        case .confirmSignInWithEmailCode(let step):
            let details = AuthCodeDeliveryDetails(medium: step.medium, address: step.destination, attribute: nil)
            self = try .unless(step.error, .confirmSignInWithOTP(details))
        case .confirmSignInWithTOTPCode(let step): self = try .unless(step.error, .confirmSignInWithTOTPCode)
        case .confirmSignInWithPassword(let step): self = try .unless(step.error, .confirmSignInWithPassword)
        case .confirmSignInWithCustomChallenge(let step):
            self = try .unless(step.error, .confirmSignInWithCustomChallenge(step.additionalInfo))
        case .confirmSignInWithNewPasswordRequired(let step):
            self = try .unless(step.error, .confirmSignInWithNewPassword(step.additionalInfo.nonEmpty))
        case .continueSignInWithTOTPSetup(let step):
            self = try .unless(
                step.error,
                .continueSignInWithTOTPSetup(.init(sharedSecret: step.sharedSecret, username: step.username)))
        case .continueSignInWithEmailSetup(let step):
            self = try .unless(step.error, .continueSignInWithEmailMFASetup)
        case .continueSignInWithMFASelection(let step):
            self = try .unless(step.error, .continueSignInWithMFASelection(Self.cases(step.allowedMFATypes)))
        case .continueSignInWithMFASetupSelection(let step):
            self = try .unless(step.error, .continueSignInWithMFASetupSelection(Self.cases(step.allowedMFATypes)))
        case .continueSignInWithFirstFactorSelection(let step):
            self = try .unless(
                step.error, .continueSignInWithFirstFactorSelection(Self.cases(step.availableChallenges)))
        case .resetPassword, .ended(.resetPassword): self = .resetPassword(nil)
        case .confirmSignUp, .ended(.confirmSignUp): self = .confirmSignUp(nil)
        case .ended(.signedIn): self = .done
        // Only a host of the flow itself can sign out by it.
        case .ended(.signedOut): throw .cancelled
        case .ended(.failed(let outcome)):
            let failure = StyleFailure(outcome.error, .failed)
            guard outcome.error.kind == .validation else { throw failure }
            throw failure.reporting(missing: ShippedFlow.Amplify.Inputs.Field.password.rawValue)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired): throw .expired
        }
    }

    /// Returns a case unless an error led to its step.
    /// - Throws: the error.
    private static func unless<Kind>(_ error: FlowFailure<Kind>?, _ step: Self) throws(StyleFailure) -> Self {
        try StyleFailure.check(error)
        return step
    }

    /// Returns the cases of an enumeration that have the given raw values. Unknown values are skipped.
    private static func cases<Case: RawRepresentable<String> & Hashable>(_ values: [String]) -> Set<Case> {
        Set(values.compactMap { Case(rawValue: $0) })
    }
}
