/// A second factor. Raw values are the answers that the service takes.
public enum MFAType: String, Sendable, CaseIterable {
    /// A code by text message.
    case sms = "SMS_MFA"
    /// A code of an authenticator app.
    case totp = "SOFTWARE_TOKEN_MFA"
    /// A code by e-mail.
    case email = "EMAIL_OTP"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}
