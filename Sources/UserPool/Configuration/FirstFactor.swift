/// A first factor of `USER_AUTH`. Raw values are the API's names.
public enum FirstFactor: String, Sendable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsCode = "SMS_OTP"
    case emailCode = "EMAIL_OTP"
    case passkey = "WEB_AUTHN"

    /// Whether it verifies the password.
    var isPassword: Bool { self == .password || self == .passwordSRP }
    /// Whether it is a code that the pool sends.
    var isCode: Bool { self == .smsCode || self == .emailCode }
}
