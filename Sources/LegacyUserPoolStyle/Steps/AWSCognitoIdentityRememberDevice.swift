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
