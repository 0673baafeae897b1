/// Gives the object for each kind of step of a sign-in. Every method is optional.
///
/// A host writes the methods that it has, with the protocol of the step as their type:
///
/// ```
/// func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { signInViewController }
/// ```
///
/// Which methods it has is seen from these types, so none is called to find out. For each method there is an associated
/// type, which the compiler makes out of the method; where there is none, it is ``NotImplemented``. Only methods of the
/// class that adopts this protocol count, not those that a subclass adds. Methods are called on no particular thread.
public protocol AWSCognitoIdentityInteractiveAuthenticationDelegate: AnyObject {
    /// What ``startPasswordAuthentication()`` gives.
    associatedtype PasswordStep = NotImplemented
    /// What ``startMultiFactorAuthentication()`` gives.
    associatedtype MultiFactorStep = NotImplemented
    /// What ``startNewPasswordRequired()`` gives.
    associatedtype NewPasswordStep = NotImplemented
    /// What ``startCustomAuthentication()`` gives.
    associatedtype CustomStep = NotImplemented
    /// What ``startCustomAuthentication_v2()`` gives.
    associatedtype CustomStepV2 = NotImplemented
    /// What ``startSoftwareMfaSetupRequired()`` gives.
    associatedtype SoftwareMfaSetupStep = NotImplemented
    /// What ``startSelectMfa()`` gives.
    associatedtype SelectMfaStep = NotImplemented
    /// What ``startRememberDevice()`` gives.
    associatedtype RememberDeviceStep = NotImplemented

    /// Gives what asks for name and password: an ``AWSCognitoIdentityPasswordAuthentication``.
    func startPasswordAuthentication() -> PasswordStep
    /// Gives what asks for the code of a second factor: an ``AWSCognitoIdentityMultiFactorAuthentication``.
    func startMultiFactorAuthentication() -> MultiFactorStep
    /// Gives what asks for a new password: an ``AWSCognitoIdentityNewPasswordRequired``.
    func startNewPasswordRequired() -> NewPasswordStep
    /// Gives what answers the pool's own challenges: an ``AWSCognitoIdentityCustomAuthentication``. A delegate that has
    /// this method begins every sign-in with it.
    func startCustomAuthentication() -> CustomStep
    /// As ``startCustomAuthentication()``, for pools that are set up for custom sign-in alone.
    func startCustomAuthentication_v2() -> CustomStepV2  // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Gives what sets up an authenticator app: an ``AWSCognitoIdentitySoftwareMfaSetupRequired``.
    func startSoftwareMfaSetupRequired() -> SoftwareMfaSetupStep
    /// Gives what chooses a second factor: an ``AWSCognitoIdentitySelectMfa``.
    func startSelectMfa() -> SelectMfaStep
    /// Gives what asks whether this device is to be remembered: an ``AWSCognitoIdentityRememberDevice``.
    func startRememberDevice() -> RememberDeviceStep
}
