/// A first factor of USER_AUTH, by the name that the API has for it.
public enum FirstFactor: String, Sendable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsCode = "SMS_OTP"
    case emailCode = "EMAIL_OTP"
    case passkey = "WEB_AUTHN"

    /// Whether it shows the password.
    var isPassword: Bool { self == .password || self == .passwordSRP }
    /// Whether it is a code that was sent.
    var isCode: Bool { self == .smsCode || self == .emailCode }
}
