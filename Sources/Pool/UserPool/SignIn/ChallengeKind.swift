/// A kind of challenge, with the data that its answer is verified with.
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
    /// `setsUp` is the address that becomes a second factor, if the answer sets one up.
    case emailCode(code: String, isSecondFactor: Bool, setsUp: String?)
    case softwareToken
    case selectMFA([MFAFactor])
    case setUpMFA([MFAFactor])
    /// The client received a secret, and must send a code with `VerifySoftwareToken`.
    case softwareTokenOffered(secret: String)
    /// `VerifySoftwareToken` accepted a code, and the session can answer `MFA_SETUP`.
    case softwareTokenVerified(SoftwareToken)
    case newPassword
    case custom(CustomChallenge)
    case selectFactor([FirstFactor])
    case passkey(challenge: [UInt8])
    /// The session of `SignUp`, which is not a challenge.
    case signedUp
    /// The session of `ConfirmSignUp`, which is not a challenge.
    case confirmedSignUp

    /// The challenge's name in the API; nil if `RespondToAuthChallenge` cannot answer it.
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

    /// The names of all challenges in the API (`ChallengeNameType`).
    static let names: Set<String> = [
        "SMS_MFA", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE", "MFA_SETUP", "PASSWORD_VERIFIER",
        "CUSTOM_CHALLENGE", "SELECT_CHALLENGE", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER", "ADMIN_NO_SRP_AUTH",
        "NEW_PASSWORD_REQUIRED", "SMS_OTP", "PASSWORD", "WEB_AUTHN", "PASSWORD_SRP",
    ]

    /// The names of the challenges whose answer is an SRP proof. The proof's secret block can identify the session.
    static let proofNames: Set<String> = ["PASSWORD_VERIFIER", "DEVICE_PASSWORD_VERIFIER"]

    /// Whether passing this challenge adds a round to a custom sign-in. For `passwordVerifier` and `custom`, the types
    /// that verify the answer add the round themselves.
    var isReportedToTriggers: Bool {
        switch self {
        case .smsMFA, .deviceSRP, .devicePasswordVerifier: true
        default: false
        }
    }

    /// The SRP exchange of a challenge whose answer is a proof; nil for any other challenge.
    var exchange: SRPExchange? {
        switch self {
        case .passwordVerifier(let exchange), .devicePasswordVerifier(let exchange): exchange
        default: nil
        }
    }

    /// Returns whether an answer whose `ChallengeName` is `challengeName` can answer this challenge.
    func isAnswered(by challengeName: String) -> Bool { challengeName == name }
}

/// The data of a custom challenge that waits for its answer.
struct CustomChallenge: Sendable, Codable {
    /// The name from `DefineAuthChallenge`.
    let name: String
    /// Parameters that only `VerifyAuthChallengeResponse` receives.
    let privateParameters: [String: String]
    /// The metadata that `CreateAuthChallenge` set for later rounds.
    let metadata: String?
}

/// A client's answer to a challenge.
struct ChallengeAnswer: Sendable {
    let clientID: String
    let challenge: String
    let session: String?
    /// `ChallengeResponses` of the request.
    let responses: [String: String]
    /// `ClientMetadata` of the request.
    let metadata: [String: String]

    init(_ input: PoolInput) throws(PoolError) {
        clientID = try input.text("ClientId")
        challenge = try input.text("ChallengeName")
        session = try input.optionalText("Session")
        responses = try input.stringMap("ChallengeResponses")
        metadata = try input.stringMap("ClientMetadata")
    }

    /// Returns the value of a required member of `ChallengeResponses`.
    func requiredResponse(_ name: String) throws(PoolError) -> String {
        try responses.required(name)
    }

    /// The user's attributes: the responses whose names start with `userAttributes.`, without this prefix.
    var attributes: [String: String] {
        let prefix = "userAttributes."
        var attributes: [String: String] = [:]
        for (name, value) in responses where name.hasPrefix(prefix) {
            attributes[String(name.dropFirst(prefix.count))] = value
        }
        return attributes
    }
}
