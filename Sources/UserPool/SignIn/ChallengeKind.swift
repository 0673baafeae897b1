/// What is asked, with what the pool needs to judge the answer.
enum ChallengeKind: Sendable, Codable {
    case passwordVerifier(SRPExchange)
    case deviceSRP
    case devicePasswordVerifier(SRPExchange)
    case password
    case passwordSRP
    case smsMFA(code: String)
    case smsCode(code: String)
    /// A code by email as first or as second factor; with the address that it sets up, if it does.
    case emailCode(code: String, isSecondFactor: Bool, setsUp: String?)
    case softwareToken
    case selectMFA([MFAFactor])
    case setUpMFA([MFAFactor])
    /// A secret was given; a code of it has to come by VerifySoftwareToken.
    case softwareTokenOffered(secret: String)
    /// A code came: the session answers MFA_SETUP.
    case softwareTokenVerified(SoftwareToken)
    case newPassword
    case custom(CustomChallenge)
    case selectFactor([FirstFactor])
    case passkey(challenge: [UInt8])
    /// Not a challenge of a sign-in: what SignUp gives, and what ConfirmSignUp makes of it.
    case signedUp
    case confirmedSignUp

    /// The challenge that an answer names; nil where none is answered.
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

    /// All challenges of the API (ChallengeNameType).
    static let names: Set<String> = [
        "SMS_MFA", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE", "MFA_SETUP", "PASSWORD_VERIFIER",
        "CUSTOM_CHALLENGE", "SELECT_CHALLENGE", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER", "ADMIN_NO_SRP_AUTH",
        "NEW_PASSWORD_REQUIRED", "SMS_OTP", "PASSWORD", "WEB_AUTHN", "PASSWORD_SRP",
    ]

    /// Challenges that are answered by a proof, which can stand for the session.
    static let proofNames: Set<String> = ["PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER"]

    /// Whether the triggers of a custom sign-in are told of it, besides what they asked for themselves.
    var isToldToTriggers: Bool {
        switch self {
        case .smsMFA, .deviceSRP, .devicePasswordVerifier: true
        default: false
        }
    }

    /// Whether an answer under that challenge's name is one to this.
    func isAnswered(by challenge: String) -> Bool { challenge == name }
}
