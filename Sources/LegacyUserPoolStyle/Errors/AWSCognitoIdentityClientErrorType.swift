/// The domain of all errors of this module.
///
/// It includes service errors and ``AWSCognitoIdentityClientErrorType``. `userInfo` contains the error's name as
/// `__type` and its text as `message`.
public let AWSCognitoIdentityProviderErrorDomain = "com.amazonaws.AWSCognitoIdentityProviderErrorDomain"

/// The codes of errors that do not come from the service.
///
/// Service errors have codes of ``AWSCognitoIdentityProviderErrorType``.
public enum AWSCognitoIdentityClientErrorType: Int, Sendable {
    /// Any other error.
    case unknown = 0
    /// The delegate is missing, or lacks a required method.
    case invalidAuthenticationDelegate = -1000
    /// Never reported. It exists for source compatibility with the SDK.
    case customAuthenticationNotSupported = -2000
    /// The service remembers no device for this user on this device.
    case deviceNotTracked = -3000
}
