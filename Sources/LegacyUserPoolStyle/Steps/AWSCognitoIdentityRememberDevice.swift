import CognitoFlows
import FlowCore
import FlowRuntime
public import Foundation

/// Asks whether to remember this device.
public protocol AWSCognitoIdentityRememberDevice: AnyObject {
    /// Asks for `true` to remember the device, or `false`. Set the result on the source, now or later.
    func getRememberDevice(_ rememberDeviceCompletionSource: AWSTaskCompletionSource<NSNumber>)
    /// Reports how the step ended. The error is nil on success. It is not called after the answer `false`.
    func didCompleteStepWithError(_ error: (any Error)?)
}

extension StepCallbacks {
    /// The callbacks for the choice whether to remember this device.
    static let rememberDevice = StepCallbacks(
        starts: ["startRememberDevice"], stepName: "getRememberDevice",
        endNotification: "didCompleteRememberDeviceStepWithError",
        ask: { (object: any AWSCognitoIdentityRememberDevice, _, source) in object.getRememberDevice(source) },
        answer: { (isRemembered: NSNumber) in ["remember": .bool(isRemembered.boolValue)] },
        report: { $0.didCompleteStepWithError($1) })
}
