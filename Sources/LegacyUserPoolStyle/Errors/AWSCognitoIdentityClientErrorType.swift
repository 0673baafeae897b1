/// The domain of all errors of this module.
///
/// It includes service errors and ``AWSCognitoIdentityClientErrorType``. `userInfo` contains the error's name as
/// `__type` and its text as `message`.
public let AWSCognitoIdentityProviderErrorDomain = "com.amazonaws.AWSCognitoIdentityProviderErrorDomain"

/// The codes of errors that do not come from the service.
///
/// For the codes of service errors, see ``AWSCognitoIdentityProviderErrorType``.
public enum AWSCognitoIdentityClientErrorType: Int, Sendable {
    /// Any other error.
    case unknown = 0
    /// The delegate is missing, or lacks a required method.
    case invalidAuthenticationDelegate = -1000
    /// Never reported. It exists for source compatibility with the SDK.
    case customAuthenticationNotSupported = -2000
    /// This device is not registered with the service for this user.
    case deviceNotTracked = -3000
}
