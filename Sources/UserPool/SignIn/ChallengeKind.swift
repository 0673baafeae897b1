/// A challenge, with the data that verifies its answer.
enum ChallengeKind: Sendable, Codable {
    case passwordVerifier(SRPExchange)
    case deviceSRP
    case devicePasswordVerifier(SRPExchange)
    case password
    case passwordSRP
    case smsMFA(code: String)
    case smsCode(code: String)
    /// An emailed code as first or second factor.
    ///
    /// `setsUp` is the address that it sets up, if any.
    case emailCode(code: String, isSecondFactor: Bool, setsUp: String?)
    case softwareToken
    case selectMFA([MFAFactor])
    case setUpMFA([MFAFactor])
    /// A secret was returned; `VerifySoftwareToken` must follow with a code.
    case softwareTokenOffered(secret: String)
    /// A code was verified; the session answers `MFA_SETUP`.
    case softwareTokenVerified(SoftwareToken)
    case newPassword
    case custom(CustomChallenge)
    case selectFactor([FirstFactor])
    case passkey(challenge: [UInt8])
    /// Not a sign-in challenge: the session of `SignUp` and then of `ConfirmSignUp`.
    case signedUp
    case confirmedSignUp

    /// The challenge's name in an answer; nil if it cannot be answered.
    var name: String? {
        switch self {
        case .passwordVerifier: "PASSWORD_VERIFIER"
        case .deviceSRP: "DEVICE_SRP_AUTH"
        case .devicePasswordVerifier: "DEVICE_PASSWORD_VERIFIER"
        case .password: "PASSWORD"
        case .passwordSRP: "PASSWORD_SRP"
        case .smsMFA: "SMS_MFA"
        case .smsCode: "SMS_OTP"
        case .emailCode: "EMAIL_OTP"
        case .softwareToken: "SOFTWARE_TOKEN_MFA"
        case .selectMFA: "SELECT_MFA_TYPE"
        case .setUpMFA, .softwareTokenVerified: "MFA_SETUP"
        case .newPassword: "NEW_PASSWORD_REQUIRED"
        case .custom: "CUSTOM_CHALLENGE"
        case .selectFactor: "SELECT_CHALLENGE"
        case .passkey: "WEB_AUTHN"
        case .softwareTokenOffered, .signedUp, .confirmedSignUp: nil
        }
    }

    /// All challenges of the API (`ChallengeNameType`).
    static let names: Set<String> = [
        "SMS_MFA", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE", "MFA_SETUP", "PASSWORD_VERIFIER",
        "CUSTOM_CHALLENGE", "SELECT_CHALLENGE", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER", "ADMIN_NO_SRP_AUTH",
        "NEW_PASSWORD_REQUIRED", "SMS_OTP", "PASSWORD", "WEB_AUTHN", "PASSWORD_SRP",
    ]

    /// Challenges answered by an SRP proof, which can replace the session.
    static let proofNames: Set<String> = ["PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER"]

    /// Whether custom sign-in triggers receive it besides their own challenges.
    var isToldToTriggers: Bool {
        switch self {
        case .smsMFA, .deviceSRP, .devicePasswordVerifier: true
        default: false
        }
    }

    /// Whether an answer with a challenge name answers this one.
    func isAnswered(by challenge: String) -> Bool { challenge == name }
}
