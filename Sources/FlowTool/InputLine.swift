/// A line of input, or a note that one was too long.
package enum InputLine: Sendable, Equatable {
    /// The bytes of a line without its terminator.
    case text([UInt8])
    /// A line that exceeds the limit, which was skipped.
    case tooLong(limit: Int)

    /// The text of the line.
    /// - Parameter tell: writes to the user.
    /// - Returns: nil after a complaint that the line is too long.
    package func text(orTell tell: (SafeText) -> Void) -> String? {
        switch self {
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .tooLong(let limit):
            tell("! \(Self.complaint(limit))\n")
            return nil
        }
    }

    /// The message for a line that is too long.
    static func complaint(_ limit: Int) -> String { "this line is longer than \(limit) bytes and was skipped" }
}
