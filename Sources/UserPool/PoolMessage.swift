/// A message with a code, by email or text message.
public struct PoolMessage: Sendable, Equatable {
    /// The medium of a message.
    public enum Medium: String, Sendable, Codable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// The purpose of a message.
    public enum Purpose: String, Sendable, Codable {
        case signUp, passwordReset, attribute, signIn, invitation
    }

    /// The recipient's username.
    public let username: String
    /// The medium.
    public let medium: Medium
    /// The email address or phone number, unmasked.
    public let destination: String
    /// The purpose.
    public let purpose: Purpose
    /// The code, or an invitation's temporary password. It is a secret.
    public let code: String
}
