import CognitoFlows

/// Provides the objects that ask the user, one for each kind of step. All methods are optional.
///
/// A host implements the methods that it needs, with the step's protocol as return type:
///
/// ```
/// func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { signInViewController }
/// ```
///
/// The module reads from the return types which methods a host implements, without calling them. Each method has an
/// associated type, which the compiler infers from the method. For a missing method, it is ``AWSNotImplemented``.
/// Implement the methods in the class that conforms: methods that a subclass adds have no effect.
///
/// The module calls these methods on an arbitrary thread.
public protocol AWSCognitoIdentityInteractiveAuthenticationDelegate: AnyObject {
    /// The type that ``startPasswordAuthentication()`` returns.
    associatedtype AWSPasswordAuthenticationStep = AWSNotImplemented
    /// The type that ``startMultiFactorAuthentication()`` returns.
    associatedtype AWSMultiFactorAuthenticationStep = AWSNotImplemented
    /// The type that ``startNewPasswordRequired()`` returns.
    associatedtype AWSNewPasswordRequiredStep = AWSNotImplemented
    /// The type that ``startCustomAuthentication()`` returns.
    associatedtype AWSCustomAuthenticationStep = AWSNotImplemented
    /// The type that ``startCustomAuthentication_v2()`` returns.
    associatedtype AWSCustomAuthenticationStepV2 = AWSNotImplemented
    /// The type that ``startSoftwareMfaSetupRequired()`` returns.
    associatedtype AWSSoftwareMfaSetupRequiredStep = AWSNotImplemented
    /// The type that ``startSelectMfa()`` returns.
    associatedtype AWSSelectMfaStep = AWSNotImplemented
    /// The type that ``startRememberDevice()`` returns.
    associatedtype AWSRememberDeviceStep = AWSNotImplemented

    /// Returns the ``AWSCognitoIdentityPasswordAuthentication`` that asks for username and password.
    func startPasswordAuthentication() -> AWSPasswordAuthenticationStep
    /// Returns the ``AWSCognitoIdentityMultiFactorAuthentication`` that asks for a second factor's code.
    func startMultiFactorAuthentication() -> AWSMultiFactorAuthenticationStep
    /// Returns the ``AWSCognitoIdentityNewPasswordRequired`` that asks for a new password.
    func startNewPasswordRequired() -> AWSNewPasswordRequiredStep
    /// Returns the ``AWSCognitoIdentityCustomAuthentication`` that answers custom challenges.
    ///
    /// If the delegate implements this method, a sign-in asks the returned object before any other. It does not if the
    /// app has passed a password, or if the pool sends passwords to the service (`migrationEnabled`).
    func startCustomAuthentication() -> AWSCustomAuthenticationStep
    /// Returns the same as ``startCustomAuthentication()``.
    ///
    /// The module calls this method in place of that one, if the app's configuration enables custom sign-in.
    func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2
    /// Returns the ``AWSCognitoIdentitySoftwareMfaSetupRequired`` that sets up an authenticator app.
    func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep
    /// Returns the ``AWSCognitoIdentitySelectMfa`` that chooses a second factor.
    func startSelectMfa() -> AWSSelectMfaStep
    /// Returns the ``AWSCognitoIdentityRememberDevice`` that asks whether to remember this device.
    func startRememberDevice() -> AWSRememberDeviceStep
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSPasswordAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startPasswordAuthentication() -> AWSPasswordAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate

where AWSMultiFactorAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startMultiFactorAuthentication() -> AWSMultiFactorAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSNewPasswordRequiredStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startNewPasswordRequired() -> AWSNewPasswordRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startCustomAuthentication() -> AWSCustomAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStepV2 == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2 { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate

where AWSSoftwareMfaSetupRequiredStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSSelectMfaStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startSelectMfa() -> AWSSelectMfaStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSRememberDeviceStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startRememberDevice() -> AWSRememberDeviceStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate {
    /// Sets the inputs that say which start methods the host implements.
    ///
    /// A return type other than ``AWSNotImplemented`` shows this without a call of the method.
    func declareStarts(in inputs: inout ShippedFlow.LegacySDK.Inputs) {
        inputs.startPasswordAuthentication = AWSPasswordAuthenticationStep.self != AWSNotImplemented.self
        inputs.startMultiFactorAuthentication = AWSMultiFactorAuthenticationStep.self != AWSNotImplemented.self
        inputs.startNewPasswordRequired = AWSNewPasswordRequiredStep.self != AWSNotImplemented.self
        inputs.startCustomAuthentication = AWSCustomAuthenticationStep.self != AWSNotImplemented.self
        inputs.startCustomAuthenticationV2 = AWSCustomAuthenticationStepV2.self != AWSNotImplemented.self
        inputs.startSoftwareMFASetupRequired = AWSSoftwareMfaSetupRequiredStep.self != AWSNotImplemented.self
        inputs.startSelectMFA = AWSSelectMfaStep.self != AWSNotImplemented.self
        inputs.startRememberDevice = AWSRememberDeviceStep.self != AWSNotImplemented.self
    }
}

/// The return type of a start method that the delegate does not implement.
public struct AWSNotImplemented: Sendable {}
