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

    /// The number of digits of a telephone number that are not masked.
    private static let visibleDigits = 4

    /// Returns the masked destination of a message. It shows the first letter and the domain of an email address, or the
    /// last digits of a telephone number.
    private static func maskedDestination(of message: PoolMessage) -> String {
        let destination = message.destination
        guard let at = destination.lastIndex(of: "@") else { return "***" + destination.suffix(visibleDigits) }
        return destination[..<at].prefix(1) + "***" + destination[at...]
    }
}
