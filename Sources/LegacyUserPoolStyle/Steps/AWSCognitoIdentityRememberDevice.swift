import CognitoFlows
import FlowCore
import FlowRuntime
public import Foundation

/// Asks whether this device is to be remembered.
public protocol AWSCognitoIdentityRememberDevice: AnyObject {
    /// Asks; `true` or `false` goes to the source, at once or later.
    func getRememberDevice(_ rememberDeviceCompletionSource: AWSTaskCompletionSource<NSNumber>)
    /// Tells how it went, but not after a `false`.
    func didCompleteStepWithError(_ error: (any Error)?)
}

extension StepCallbacks {
    /// Whether this device is to be remembered.
    static let rememberDevice = StepCallbacks(
        starts: ["startRememberDevice"], question: "getRememberDevice",
        finish: "didCompleteRememberDeviceStepWithError",
        ask: { (object: any AWSCognitoIdentityRememberDevice, _, source) in object.getRememberDevice(source) },
        answer: { (given: NSNumber) in ["remember": .bool(given.boolValue)] },
        tell: { $0.didCompleteStepWithError($1) })
}
