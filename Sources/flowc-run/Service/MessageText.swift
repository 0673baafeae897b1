import FlowTool
import UserPool

/// Formats messages that a pool "sent".
///
/// They show the code, since the pool sends no real messages.
enum MessageText {
    /// The message on one line.
    static func text(_ message: PoolMessage) -> SafeText {
        let what = message.purpose == .invitation ? "temporary password" : "code"
        return "\(what) for \(message.username) by \(message.medium.rawValue) to \(masked(message)): \(message.code)"
    }

    /// Masks an address except its first letter and domain.
    ///
    /// Of a number it shows only the end.
    static func masked(_ message: PoolMessage) -> String {
        let text = message.destination
        guard let at = text.lastIndex(of: "@") else { return "***" + text.suffix(4) }
        return text[..<at].prefix(1) + "***" + text[at...]
    }
}
