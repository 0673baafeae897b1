/// A second factor. Raw values are the answers that the service accepts.
public enum MFAType: String, Sendable, CaseIterable {
    /// A code by text message.
    case sms = "SMS_MFA"
    /// A code from an authenticator app (TOTP).
    case totp = "SOFTWARE_TOKEN_MFA"
    /// A code by email.
    case email = "EMAIL_OTP"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}
