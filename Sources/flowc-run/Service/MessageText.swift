import FlowTool
import UserPool

/// Formats the messages that a real pool would send.
///
/// They show the code, since the embedded pool sends no messages.
enum MessageText {
    /// Returns a message as one line.
    static func text(_ message: PoolMessage) -> SafeText {
        let secretName = message.purpose == .invitation ? "temporary password" : "code"
        let destination = maskedDestination(of: message)
        return "\(secretName) for \(message.username) by \(message.medium.rawValue) to \(destination): \(message.code)"
    }

    /// Returns the destination of a message, masked except for the ends of an email address or the end of a number.
    private static func maskedDestination(of message: PoolMessage) -> String {
        let text = message.destination
        guard let at = text.lastIndex(of: "@") else { return "***" + text.suffix(4) }
        return text[..<at].prefix(1) + "***" + text[at...]
    }
}
