import CognitoFlows
import CognitoHandlers
import FlowCore
public import Foundation

/// The objects that the delegate has provided in one run, one for each kind of step.
final class StepObjects: Sendable {
    private typealias Flow = ShippedFlow.LegacySDK

    private static let hostErrorType = "completion-source-error"

    private let delegate: Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>
    private let objects = Locked<[ObjectIdentifier: Unchecked<Any>]>([:])
    /// The error that the host set last on a completion source.
    private let hostError = Locked<Unchecked<any Error>?>(nil)

    /// Creates the objects of a run that has not started.
    init(_ delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)?) {
        self.delegate = Unchecked(delegate)
    }

    /// Returns the object of a step.
    /// - Returns: nil if the delegate has provided no object for the step, or one that lacks the step's protocol.
    func object<Asked: ObjectStep>(of step: Asked.Type) -> Asked.Object? {
        objects.current[ObjectIdentifier(step)]?.content as? Asked.Object
    }

    /// Records an error that the host set on a completion source.
    /// - Returns: the error to pass to the flow, which can carry only texts.
    func record(_ error: any Error) -> (type: String, message: String) {
        hostError.withLock { $0 = Unchecked(error) }
        return (Self.hostErrorType, "The app reported an error")
    }

    /// Returns the error to report for a failure. It is the error that the host set, or else the SDK's error.
    func reportedError(for failure: StyleFailure) -> any Error {
        if failure.type == Self.hostErrorType, let error = hostError.current { return error.content }
        return NSError(failure, hasStepObject: !objects.current.isEmpty)
    }

    /// Reports to the object of a step how an attempt at the step ended. The error is nil on success.
    func reportEnd<Asked: ObjectStep>(of step: Asked.Type, _ error: (any Error)?) {
        if let object = object(of: step) { Asked.report(error, to: object) }
    }

    /// Stores the object that the delegate provided for a step.
    private func store<Asked: ObjectStep>(_ step: Asked.Type, _ object: Any) {
        objects.withLock { [object = Unchecked(object)] in $0[ObjectIdentifier(step)] = object }
    }

    /// Handles a notification of the flow. At the start of a step, gets the step's object from the delegate. After an
    /// attempt at the step, reports to the object how it ended. Without a delegate, there are no objects.
    func handle(_ notification: FlowNotification) {
        let error = notification.error.map { reportedError(for: StyleFailure($0)) }
        guard let delegate = delegate.content, let notification = Flow.Notification(notification) else { return }
        switch notification {
        case .startPasswordAuthentication:
            store(Flow.GetPasswordAuthenticationDetails.self, delegate.startPasswordAuthentication())
        case .startMultiFactorAuthentication:
            store(Flow.GetMultiFactorAuthenticationCodeV2.self, delegate.startMultiFactorAuthentication())
        case .startNewPasswordRequired: store(Flow.GetNewPasswordDetails.self, delegate.startNewPasswordRequired())
        case .startCustomAuthentication:
            store(Flow.GetCustomChallengeDetails.self, delegate.startCustomAuthentication())
        case .startCustomAuthenticationV2:
            store(Flow.GetCustomChallengeDetails.self, delegate.startCustomAuthentication_v2())
        case .startSoftwareMFASetupRequired:
            store(Flow.GetSoftwareMFASetupDetails.self, delegate.startSoftwareMfaSetupRequired())
        case .startSelectMFA: store(Flow.GetSelectMFADetails.self, delegate.startSelectMfa())
        case .startRememberDevice: store(Flow.GetRememberDevice.self, delegate.startRememberDevice())
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

/// A step of the sign-in flow that an object of the host answers.
protocol ObjectStep: Sendable {
    /// The protocol of the object.
    associatedtype Object
    /// The host's answer.
    associatedtype Answer
    /// The names of the values that the flow asks for.
    associatedtype Field: RawRepresentable<String>, Hashable

    /// The property names of the host's answer, by the flow's names for them, if they differ.
    static var properties: [Field: String] { get }
    /// Returns the username in the host's answer, or nil if the answer contains none.
    static func username(in answer: Answer) -> String?
    /// Reports to the object how an attempt at the step ended. The error is nil on success.
    static func report(_ error: (any Error)?, to object: Object)

    /// Asks the object for the host's answer, which the object sets on the source.
    func ask(_ object: Object, _ source: AWSTaskCompletionSource<Answer>)
    /// Submits the host's answer.
    /// - Parameters:
    ///   - answer: the answer that the host set on the source; nil for an empty one.
    ///   - validationData: the description of the app; empty if the step does not ask for it.
    /// - Returns: the next step.
    /// - Throws: why the flow refused the answer.
    func submit(
        _ answer: Answer?, adding validationData: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step
    /// Ends the step with an error of the host, and returns the next step.
    func fail(error: (type: String, message: String)?) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step
    /// Ends the step with a cancellation by the host, and returns the next step.
    func cancel() async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step
}

extension ObjectStep {
    static var properties: [Field: String] { [:] }

    /// Returns nil, because most answers contain no username.
    static func username(in answer: Answer) -> String? { nil }

    /// Asks the object, and returns a task that ends with the host's answer.
    func ask(_ object: Object) -> AWSTask<Answer> {
        // Only the host retains the source, because releasing the source cancels the task.
        let source = AWSTaskCompletionSource<Answer>()
        ask(object, source)
        return source.task
    }
}

/// Asks whether to remember this device.
public protocol AWSCognitoIdentityRememberDevice: AnyObject {
    /// Asks for `true` to remember the device, or `false`. Set the result on the source, now or later.
    func getRememberDevice(_ rememberDeviceCompletionSource: AWSTaskCompletionSource<NSNumber>)
    /// Reports how the step ended, unless the answer was `false`. The error is nil on success.
    func didCompleteStepWithError(_ error: (any Error)?)
}

extension ShippedFlow.LegacySDK.GetRememberDevice: ObjectStep {
    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityRememberDevice) {
        object.didCompleteStepWithError(error)
    }

    func ask(_ object: any AWSCognitoIdentityRememberDevice, _ source: AWSTaskCompletionSource<NSNumber>) {
        object.getRememberDevice(source)
    }

    func submit(
        _ isRemembered: NSNumber?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        guard let isRemembered else { throw FlowRefusal(.missingParameter, Field.remember.rawValue) }
        return try await submit(remember: isRemembered.boolValue)
    }
}
