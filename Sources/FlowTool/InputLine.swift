/// A line of input, or the fact that a line was too long.
package enum InputLine: Sendable, Equatable {
    /// The bytes of a line, without its terminator.
    case text([UInt8])
    /// A line that exceeds the limit, which was skipped.
    case tooLong(limit: Int)

    /// Returns the text of the line. If the line was too long, it passes a message to `report`, and returns nil.
    package func text(orReport report: (SafeText) -> Void) -> String? {
        switch self {
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .tooLong(let limit):
            report("! \(Self.tooLongMessage(limit: limit))\n")
            return nil
        }
    }

    /// Returns the message about a line that is longer than the limit.
    static func tooLongMessage(limit: Int) -> String { "this line is longer than \(limit) bytes and was skipped" }
}
