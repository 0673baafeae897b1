import FlowTool
import UserPool

/// A message that a pool "sent", in words. It shows the code: that is what the embedded pool is for.
enum MessageText {
    /// The message on one line.
    static func text(_ message: PoolMessage) -> SafeText {
        let what = message.purpose == .invitation ? "temporary password" : "code"
        return "\(what) for \(message.username) by \(message.medium.rawValue) to \(masked(message)): \(message.code)"
    }

    /// An address of which only the first letter and the domain are seen, or a number of which only the end is.
    static func masked(_ message: PoolMessage) -> String {
        let text = message.destination
        guard let at = text.lastIndex(of: "@") else { return "***" + text.suffix(4) }
        return text[..<at].prefix(1) + "***" + text[at...]
    }
}
