/// A first factor. Raw values are the answers that the service accepts.
public enum AuthFactorType: String, Sendable, CaseIterable {
    /// The password in plain text.
    case password = "PASSWORD"
    /// The password, verified with SRP.
    case passwordSRP = "PASSWORD_SRP"
    /// A one-time code by text message.
    case smsOTP = "SMS_OTP"
    /// A one-time code by email.
    case emailOTP = "EMAIL_OTP"
    /// A passkey.
    case webAuthn = "WEB_AUTHN"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}
