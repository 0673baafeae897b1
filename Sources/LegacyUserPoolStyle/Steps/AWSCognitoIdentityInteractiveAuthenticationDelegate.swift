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
/// Implement the methods in the class that conforms: methods of its subclasses have no effect.
///
/// The methods are called on an arbitrary thread.
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
    /// If the delegate implements this method, every sign-in asks the returned object first.
    func startCustomAuthentication() -> AWSCustomAuthenticationStep
    /// Returns the same as ``startCustomAuthentication()``, for pools with custom sign-in only.
    func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2
    /// Returns the ``AWSCognitoIdentitySoftwareMfaSetupRequired`` that sets up an authenticator app.
    func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep
    /// Returns the ``AWSCognitoIdentitySelectMfa`` that chooses a second factor.
    func startSelectMfa() -> AWSSelectMfaStep
    /// Returns the ``AWSCognitoIdentityRememberDevice`` that asks whether to remember this device.
    func startRememberDevice() -> AWSRememberDeviceStep
}
