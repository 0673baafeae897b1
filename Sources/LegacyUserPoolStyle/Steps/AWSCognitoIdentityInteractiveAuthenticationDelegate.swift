/// Gives the object for each kind of step of a sign-in. Every method is optional.
///
/// A host writes the methods that it has, with the protocol of the step as their type:
///
/// ```
/// func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { signInViewController }
/// ```
///
/// Which methods it has is seen from these types, so none is called to find out. For each method there is an associated
/// type, which the compiler makes out of the method; where there is none, it is ``AWSNotImplemented``. Only methods of
/// the class that adopts this protocol count, not those of a subclass. Methods are called on no particular thread.
public protocol AWSCognitoIdentityInteractiveAuthenticationDelegate: AnyObject {
    /// What ``startPasswordAuthentication()`` gives.
    associatedtype AWSPasswordAuthenticationStep = AWSNotImplemented
    /// What ``startMultiFactorAuthentication()`` gives.
    associatedtype AWSMultiFactorAuthenticationStep = AWSNotImplemented
    /// What ``startNewPasswordRequired()`` gives.
    associatedtype AWSNewPasswordRequiredStep = AWSNotImplemented
    /// What ``startCustomAuthentication()`` gives.
    associatedtype AWSCustomAuthenticationStep = AWSNotImplemented
    /// What ``startCustomAuthentication_v2()`` gives.
    associatedtype AWSCustomAuthenticationStepV2 = AWSNotImplemented
    /// What ``startSoftwareMfaSetupRequired()`` gives.
    associatedtype AWSSoftwareMfaSetupRequiredStep = AWSNotImplemented
    /// What ``startSelectMfa()`` gives.
    associatedtype AWSSelectMfaStep = AWSNotImplemented
    /// What ``startRememberDevice()`` gives.
    associatedtype AWSRememberDeviceStep = AWSNotImplemented

    /// Gives what asks for name and password: an ``AWSCognitoIdentityPasswordAuthentication``.
    func startPasswordAuthentication() -> AWSPasswordAuthenticationStep
    /// Gives what asks for the code of a second factor: an ``AWSCognitoIdentityMultiFactorAuthentication``.
    func startMultiFactorAuthentication() -> AWSMultiFactorAuthenticationStep
    /// Gives what asks for a new password: an ``AWSCognitoIdentityNewPasswordRequired``.
    func startNewPasswordRequired() -> AWSNewPasswordRequiredStep
    /// Gives what answers the pool's own challenges: an ``AWSCognitoIdentityCustomAuthentication``. A delegate that has
    /// this method begins every sign-in with it.
    func startCustomAuthentication() -> AWSCustomAuthenticationStep
    /// As ``startCustomAuthentication()``, for pools that are set up for custom sign-in alone.
    func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2
    /// Gives what sets up an authenticator app: an ``AWSCognitoIdentitySoftwareMfaSetupRequired``.
    func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep
    /// Gives what chooses a second factor: an ``AWSCognitoIdentitySelectMfa``.
    func startSelectMfa() -> AWSSelectMfaStep
    /// Gives what asks whether this device is to be remembered: an ``AWSCognitoIdentityRememberDevice``.
    func startRememberDevice() -> AWSRememberDeviceStep
}
