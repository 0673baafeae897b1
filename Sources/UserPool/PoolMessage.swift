/// A message with a code that a service would send by email or text message.
public struct PoolMessage: Sendable, Equatable {
    /// How it goes.
    public enum Medium: String, Sendable, Codable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// What it is for.
    public enum Purpose: String, Sendable, Codable {
        case signUp, passwordReset, attribute, signIn, invitation
    }

    /// Whose it is.
    public let username: String
    /// How it goes.
    public let medium: Medium
    /// The address or the telephone number in full.
    public let destination: String
    /// What it is for.
    public let purpose: Purpose
    /// The code, or the temporary password of an invitation. A secret.
    public let code: String
}
