/// The cause of a service error, by its type and text.
///
/// If several causes share a type, the text distinguishes them. The texts are undocumented. We collected them from
/// users' reports (aws-amplify/amplify-swift issue 3695, amplify-js issues 1234 and 5834,
/// aws-samples/amazon-cognito-passwordless-email-auth issue 17) and from emulators. For an unknown text, the reason is
/// ``other``, and the app should show the text to the user.
public enum CognitoFailureReason: Sendable, Equatable {
    /// The user name or password is wrong. The service also returns this error for some other refusals, such as a wrong
    /// final answer to a custom challenge.
    case wrongCredentials
    /// There were too many wrong passwords. For a while, the service rejects even the correct password.
    case attemptsExceeded
    /// The sign-in has expired, or its last answer used up the session.
    case sessionOver
    /// An administrator has disabled the account.
    case userDisabled
    /// The temporary password has expired. Only an administrator can issue another.
    case temporaryPasswordExpired
    /// The code is wrong.
    case wrongCode
    /// The code has expired. Request another one.
    case expiredCode
    /// The user does not exist.
    case unknownUser
    /// The user has not confirmed the sign-up.
    case unconfirmedUser
    /// The user must reset the password before the next sign-in.
    case passwordResetRequired
    /// The new password violates the pool's policy, which the text describes.
    case passwordRefused
    /// The service does not remember the device, for example because it was removed.
    case unknownDevice
    /// The token was revoked, for example by signing out. Sign in again.
    case tokenRevoked
    /// The token has expired. Refresh it, or sign in again.
    case tokenExpired
    /// The token is malformed, or was issued to another app client.
    case tokenInvalid
    /// The app client's secret is missing or wrong. Check the configuration.
    case wrongClientSecret
    /// The app client does not allow this authentication flow. Check its configuration and yours.
    case flowNotEnabled
    /// A Lambda trigger of the pool rejected the request. `name` is the trigger's name, if the text contains it, and
    /// `text` is the trigger's message for the user.
    case refusedByTrigger(name: String?, text: String)
    /// The service throttles requests. Try again later.
    case slowDown
    /// This user has made too many attempts. Wait before the next attempt.
    case limitExceeded
    /// The transport failed.
    case network
    /// Any other reason.
    case other

    /// Whether the pending sign-in has failed. The service accepts no further answer, so start again.
    ///
    /// After ``wrongCode``, the user can try the same step again. After ``other``, the result is unknown. The value is
    /// also false if something else must happen before a new sign-in, as after ``unconfirmedUser``.
    public var endsSignIn: Bool {
        switch self {
        case .sessionOver, .wrongCredentials, .attemptsExceeded, .userDisabled, .temporaryPasswordExpired: true
        default: false
        }
    }

    /// Determines the reason of an error.
    /// - Parameters:
    ///   - type: the error's type.
    ///   - message: its text.
    public init(type: String, message: String) {
        switch type {
        case "NotAuthorizedException", "InvalidParameterException", "UnauthorizedException",
            "ResourceNotFoundException":
            self = Self.reason(describedBy: message)
        case "UserLambdaValidationException": self = Self.triggerRefusal(describedBy: message)
        default: self = Self.byType[type] ?? .other
        }
    }

    /// The reasons that the error's type alone determines.
    private static let byType: [String: CognitoFailureReason] = [
        "CodeMismatchException": .wrongCode,
        "EnableSoftwareTokenMFAException": .wrongCode,
        "ExpiredCodeException": .expiredCode,
        "UserNotFoundException": .unknownUser,
        "UserNotConfirmedException": .unconfirmedUser,
        "PasswordResetRequiredException": .passwordResetRequired,
        "InvalidPasswordException": .passwordRefused,
        "PasswordHistoryPolicyViolationException": .passwordRefused,
        "RefreshTokenReuseException": .tokenRevoked,
        "UnsupportedTokenTypeException": .tokenInvalid,
        "TooManyRequestsException": .slowDown,
        "ThrottlingException": .slowDown,
        "LimitExceededException": .limitExceeded,
        "TooManyFailedAttemptsException": .limitExceeded,
        ClientErrorName.network: .network,
    ]

    /// Substrings of texts, in lower case. The first match wins.
    private static let texts: [(part: String, reason: CognitoFailureReason)] = [
        ("password attempts exceeded", .attemptsExceeded),
        ("incorrect username or password", .wrongCredentials),
        ("invalid session", .sessionOver),
        ("session is expired", .sessionOver),
        ("session has expired", .sessionOver),
        ("session does not exist", .sessionOver),
        ("user is disabled", .userDisabled),
        ("temporary password has expired", .temporaryPasswordExpired),
        ("user account has expired", .temporaryPasswordExpired),
        ("token has been revoked", .tokenRevoked),
        ("token has expired", .tokenExpired),
        ("invalid refresh token", .tokenInvalid),
        ("invalid access token", .tokenInvalid),
        ("secret hash", .wrongClientSecret),
        ("secret_hash", .wrongClientSecret),
        ("secrethash", .wrongClientSecret),
        ("flow not enabled for this client", .flowNotEnabled),
        ("device does not exist", .unknownDevice),
    ]

    /// Returns the reason that a message describes, or ``other`` if the message is unknown.
    private static func reason(describedBy message: String) -> CognitoFailureReason {
        let text = message.lowercased()
        return texts.first { text.contains($0.part) }?.reason ?? .other
    }

    /// Returns the refusal by a trigger that a message describes.
    ///
    /// `PreSignUp failed with error Not today.` gives the name and the text `Not today`. Any other message is the text.
    private static func triggerRefusal(describedBy message: String) -> CognitoFailureReason {
        let separator = " failed with error "
        let words = message.split(separator: " ", maxSplits: 1)
        guard let name = words.first, name.allSatisfy(\.isLetter), message.dropFirst(name.count).hasPrefix(separator)
        else { return .refusedByTrigger(name: nil, text: message) }
        var text = message.dropFirst(name.count + separator.count)
        // The service appends a full stop.
        if text.last == "." { text.removeLast() }
        return .refusedByTrigger(name: String(name), text: String(text))
    }
}
