import CognitoFlows
import FlowCore
public import Foundation

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
    /// Returns the username in the host's answer, or nil if there is none.
    static func username(in answer: Answer) -> String?
    /// Reports to the object how the step ended. The error is nil on success.
    static func report(_ error: (any Error)?, to object: Object)

    /// Asks the object, which sets its answer on the source.
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
    /// Cancels the step, and returns the next one.
    func cancel() async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step
}

extension ObjectStep {
    static var properties: [Field: String] { [:] }

    /// Returns nil, because most answers contain no user name.
    static func username(in answer: Answer) -> String? { nil }

    /// Asks the object, and returns the task that its answer ends.
    func ask(_ object: Object) -> AWSTask<Answer> {
        // Only the host retains the source, since releasing the source cancels the task.
        let source = AWSTaskCompletionSource<Answer>()
        ask(object, source)
        return source.task
    }
}

/// Asks whether to remember this device.
public protocol AWSCognitoIdentityRememberDevice: AnyObject {
    /// Asks for `true` to remember the device, or `false`. Set the result on the source, now or later.
    func getRememberDevice(_ rememberDeviceCompletionSource: AWSTaskCompletionSource<NSNumber>)
    /// Reports how the step ended. The error is nil on success. It is not called after the answer `false`.
    func didCompleteStepWithError(_ error: (any Error)?)
}

extension ShippedFlow.LegacySDK.GetRememberDevice: ObjectStep {
    /// Tells the delegate's object how the step ended.
    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityRememberDevice) {
        object.didCompleteStepWithError(error)
    }

    /// Asks the delegate's object for the answer.
    func ask(_ object: any AWSCognitoIdentityRememberDevice, _ source: AWSTaskCompletionSource<NSNumber>) {
        object.getRememberDevice(source)
    }

    /// Submits the answer of the delegate's object.
    func submit(
        _ isRemembered: NSNumber?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        guard let isRemembered else { throw FlowRefusal(.missingParameter, Field.remember.rawValue) }
        return try await submit(remember: isRemembered.boolValue)
    }
}
