/// A first factor of `USER_AUTH`, with the API's names as raw values.
public enum FirstFactor: String, Sendable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsCode = "SMS_OTP"
    case emailCode = "EMAIL_OTP"
    case passkey = "WEB_AUTHN"

    var isPassword: Bool { self == .password || self == .passwordSRP }
}

/// A second factor, with the API's names as raw values.
public enum MFAFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"

    /// Creates the factor that an answer to `SELECT_MFA_TYPE` names. Letter case does not matter. The API reference
    /// also calls the email factor `EMAIL_MFA`.
    /// - Returns: nil if the name is unknown.
    init?(answer: String) {
        let name = answer.uppercased()
        self.init(rawValue: name == "EMAIL_MFA" ? Self.email.rawValue : name)
    }
}

/// Whether a sign-in needs a second factor.
public enum MFARequirement: String, Sendable, CaseIterable {
    /// A sign-in never needs a second factor.
    case off = "OFF"
    /// A sign-in needs a second factor if the user has enabled one.
    case optional = "OPTIONAL"
    /// Every sign-in needs a second factor, and users without one set one up.
    case on = "ON"
}
