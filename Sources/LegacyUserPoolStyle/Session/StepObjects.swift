import CognitoFlows
import CognitoHandlers
import FlowCore
import Foundation

/// The objects that the delegate has provided in one run of the sign-in flow, one for each kind of step.
final class StepObjects: Sendable {
    private typealias Flow = ShippedFlow.LegacySDK

    /// The type of an error that the host sets on a completion source.
    private static let hostErrorType = "completion-source-error"

    private let delegate: Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>
    /// The objects, by the type of their steps.
    private let objects = Locked<[ObjectIdentifier: Unchecked<Any>]>([:])
    /// The error that the host set last on a completion source.
    private let hostError = Locked<Unchecked<any Error>?>(nil)

    /// Creates the objects of a run that has not started.
    init(_ delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)?) {
        self.delegate = Unchecked(delegate)
    }

    /// Returns the object of a step, or nil if the delegate has provided none that can be asked.
    func object<Asked: ObjectStep>(of step: Asked.Type) -> Asked.Object? {
        objects.now[ObjectIdentifier(step)]?.content as? Asked.Object
    }

    /// Records an error that the host set on a completion source, and returns the error to pass to the flow.
    func record(_ error: any Error) -> (type: String, message: String) {
        hostError.withLock { $0 = Unchecked(error) }
        return (Self.hostErrorType, "The app reported an error")
    }

    /// Returns the error to report for a failure. It is the error that the host set, or else the SDK's error.
    func reportedError(for failure: StyleFailure) -> any Error {
        if failure.type == Self.hostErrorType, let error = hostError.now { return error.content }
        return NSError(failure, isInsideStep: !objects.now.isEmpty)
    }

    /// Reports to the object of a step how the step ended. The error is nil on success.
    func reportEnd<Asked: ObjectStep>(of step: Asked.Type, _ error: (any Error)?) {
        if let object = object(of: step) { Asked.report(error, to: object) }
    }

    /// Stores the object that the delegate provided for a step.
    private func begin<Asked: ObjectStep>(_ step: Asked.Type, _ object: Any) {
        objects.withLock { [object = Unchecked(object)] in $0[ObjectIdentifier(step)] = object }
    }

    /// Handles a notification of the flow. At the start of a step, gets the step's object from the delegate. At the
    /// end, reports to the object how the step ended.
    func handle(_ notification: FlowNotification) {
        let error = notification.error.map { reportedError(for: StyleFailure($0)) }
        guard let delegate = delegate.content, let notification = Flow.Notification(notification) else { return }
        switch notification {
        case .startPasswordAuthentication:
            begin(Flow.GetPasswordAuthenticationDetails.self, delegate.startPasswordAuthentication())
        case .startMultiFactorAuthentication:
            begin(Flow.GetMultiFactorAuthenticationCodeV2.self, delegate.startMultiFactorAuthentication())
        case .startNewPasswordRequired: begin(Flow.GetNewPasswordDetails.self, delegate.startNewPasswordRequired())
        case .startCustomAuthentication:
            begin(Flow.GetCustomChallengeDetails.self, delegate.startCustomAuthentication())
        case .startCustomAuthenticationV2:
            begin(Flow.GetCustomChallengeDetails.self, delegate.startCustomAuthentication_v2())
        case .startSoftwareMFASetupRequired:
            begin(Flow.GetSoftwareMFASetupDetails.self, delegate.startSoftwareMfaSetupRequired())
        case .startSelectMFA: begin(Flow.GetSelectMFADetails.self, delegate.startSelectMfa())
        case .startRememberDevice: begin(Flow.GetRememberDevice.self, delegate.startRememberDevice())
        case .didCompletePasswordAuthenticationStepWithError:
            reportEnd(of: Flow.GetPasswordAuthenticationDetails.self, error)
        case .didCompleteMultifactorAuthenticationStepWithError:
            reportEnd(of: Flow.GetMultiFactorAuthenticationCodeV2.self, error)
        case .didCompleteNewPasswordStepWithError: reportEnd(of: Flow.GetNewPasswordDetails.self, error)
        case .didCompleteCustomAuthenticationStepWithError: reportEnd(of: Flow.GetCustomChallengeDetails.self, error)
        case .didCompleteMFASetupStepWithError: reportEnd(of: Flow.GetSoftwareMFASetupDetails.self, error)
        case .didCompleteSelectMFAStepWithError: reportEnd(of: Flow.GetSelectMFADetails.self, error)
        case .didCompleteRememberDeviceStepWithError: reportEnd(of: Flow.GetRememberDevice.self, error)
        }
    }
}
