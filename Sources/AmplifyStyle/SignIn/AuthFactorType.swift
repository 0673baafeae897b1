/// A first factor. Raw values are the answers that the service takes.
public enum AuthFactorType: String, Sendable, CaseIterable {
    /// The password, sent as it is.
    case password = "PASSWORD"
    /// The password, proved by SRP.
    case passwordSRP = "PASSWORD_SRP"
    /// A code by text message.
    case smsOTP = "SMS_OTP"
    /// A code by e-mail.
    case emailOTP = "EMAIL_OTP"
    /// A passkey.
    case webAuthn = "WEB_AUTHN"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}
