/// A message with a code, by email or text message.
public struct PoolMessage: Sendable, Equatable {
    /// How a message is delivered.
    public enum Medium: String, Sendable, Codable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// Why a message is sent.
    public enum Purpose: String, Sendable, Codable {
        case signUp, passwordReset, attribute, signIn, invitation
    }

    /// The recipient's username.
    public let username: String
    /// How the message is delivered.
    public let medium: Medium
    /// The email address or phone number, unmasked.
    public let destination: String
    /// Why the message is sent.
    public let purpose: Purpose
    /// The code, or an invitation's temporary password. It is a secret.
    public let code: String
}
