/// A first factor of `USER_AUTH`, with the API's names as raw values.
public enum FirstFactor: String, Sendable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsCode = "SMS_OTP"
    case emailCode = "EMAIL_OTP"
    case passkey = "WEB_AUTHN"

    /// Whether the factor is a password, with or without SRP.
    var isPassword: Bool { self == .password || self == .passwordSRP }
    /// Whether the factor is a code that the pool sends.
    var isCode: Bool { self == .smsCode || self == .emailCode }
}
