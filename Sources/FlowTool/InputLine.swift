/// A line of the input, or that one was too long to be kept.
package enum InputLine: Sendable, Equatable {
    /// The bytes of a line without its end.
    case text([UInt8])
    /// A line of more bytes than are taken. All of it was skipped.
    case tooLong(limit: Int)

    /// The text of the line.
    /// - Parameter tell: writes to people.
    /// - Returns: nothing after a complaint that the line is too long.
    package func text(orTell tell: (SafeText) -> Void) -> String? {
        switch self {
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .tooLong(let limit):
            tell("! \(Self.complaint(limit))\n")
            return nil
        }
    }

    /// The sentence that a line that is too long is refused with.
    static func complaint(_ limit: Int) -> String { "a line has at most \(limit) bytes; this one was skipped" }
}
