/// Why the service refused, told from an error's type and, where several causes share a type, from its text.
///
/// The texts are not documented; they are as seen in reports of users of AWS's SDKs (aws-amplify/amplify-swift issue 3695,
/// amplify-js issues 1234 and 5834, aws-samples/amazon-cognito-passwordless-email-auth issue 17) and in the answers of emulators.
/// What is not known has the reason ``other``: show its text.
public enum CognitoFailureReason: Sendable, Equatable {
    /// User name or password is wrong, or the sign-in was refused in another way that the service does not tell apart; a
    /// wrong last answer to a custom challenge too.
    case wrongCredentials
    /// There were too many wrong passwords: for a while the right one is refused as well.
    case attemptsExceeded
    /// The sign-in has taken too long, or its last answer used it up.
    case sessionOver
    /// An administrator has switched the account off.
    case userDisabled
    /// The temporary password has not been used in time: only an administrator can help.
    case temporaryPasswordExpired
    /// The code is wrong.
    case wrongCode
    /// The code is too old: ask for another.
    case expiredCode
    /// There is no such user.
    case unknownUser
    /// The user has not confirmed the sign-up.
    case unconfirmedUser
    /// The password must be reset before the next sign-in.
    case passwordResetRequired
    /// The new password does not keep the pool's rules, which the text names.
    case passwordRefused
    /// The device is not, or no longer, remembered.
    case unknownDevice
    /// The token was made useless, by signing out for example: sign in again.
    case tokenRevoked
    /// The token is too old: refresh it, or sign in again.
    case tokenExpired
    /// The token is not one of this app client, or not one at all.
    case tokenInvalid
    /// The app client's secret lacks or is wrong: the configuration is.
    case wrongClientSecret
    /// The app client does not allow this way to sign in: its configuration or ours is wrong.
    case flowNotEnabled
    /// One of the pool's triggers refused: its name, if the text has one, and what it says, which is meant for the user.
    case refusedByTrigger(name: String?, text: String)
    /// The service has too much to do: a little later it may do what is asked.
    case slowDown
    /// This user has tried too often: wait.
    case limitExceeded
    /// Something went wrong on the way to the service.
    case network
    /// Anything else.
    case other

    /// Whether the pending sign-in cannot go on: no answer, not even the right one, will be taken, so begin again.
    ///
    /// After ``wrongCode`` the same step can be answered again. After ``other`` nobody knows.
    public var endsSignIn: Bool {
        switch self {
        case .sessionOver, .wrongCredentials, .attemptsExceeded, .userDisabled, .temporaryPasswordExpired: true
        default: false
        }
    }

    /// The reason for an error.
    /// - Parameters:
    ///   - type: the error's type.
    ///   - message: its text.
    public init(type: String, message: String) {
        switch type {
        case "NotAuthorizedException", "InvalidParameterException", "UnauthorizedException",
            "ResourceNotFoundException":
            self = Self.told(by: message)
        case "UserLambdaValidationException": self = Self.trigger(message)
        default: self = Self.byType[type] ?? .other
        }
    }

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

    /// What texts contain, in small letters; the first that fits counts.
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

    private static func told(by message: String) -> CognitoFailureReason {
        let text = message.lowercased()
        return texts.first { text.contains($0.part) }?.reason ?? .other
    }

    /// `PreSignUp failed with error Not today.` is what the trigger PreSignUp says.
    private static func trigger(_ message: String) -> CognitoFailureReason {
        let link = " failed with error "
        let words = message.split(separator: " ", maxSplits: 1)
        guard let name = words.first, name.allSatisfy(\.isLetter), message.dropFirst(name.count).hasPrefix(link) else {
            return .refusedByTrigger(name: nil, text: message)
        }
        var text = message.dropFirst(name.count + link.count)
        // The service ends its sentence with a full stop of its own.
        if text.last == "." { text.removeLast() }
        return .refusedByTrigger(name: String(name), text: String(text))
    }
}
