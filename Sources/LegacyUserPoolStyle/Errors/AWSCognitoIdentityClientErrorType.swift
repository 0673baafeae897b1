/// The domain of errors that the service tells and of those of ``AWSCognitoIdentityClientErrorType``.
///
/// `userInfo` has the service's name for the error as `__type` and its text as `message`.
public let AWSCognitoIdentityProviderErrorDomain = "com.amazonaws.AWSCognitoIdentityProviderErrorDomain"

/// The codes of errors that do not come from the service. One that does has a code of
/// ``AWSCognitoIdentityProviderErrorType``.
public enum AWSCognitoIdentityClientErrorType: Int, Sendable {
    /// Nothing of the others.
    case unknown = 0
    /// The delegate is missing, or it has no method that is needed.
    case invalidAuthenticationDelegate = -1000
    /// Never told; the SDK has it.
    case customAuthenticationNotSupported = -2000
    /// The service remembers no device for this user here.
    case deviceNotTracked = -3000
}
