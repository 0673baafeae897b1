/// A part of a text.
struct TextSpan: Equatable, Sendable, CustomStringConvertible {
    let start: TextPlace
    /// The place behind the part.
    let end: TextPlace
    let text: String

    var description: String { "\(start.line):\(start.column)–\(end.line):\(end.column) '\(text)'" }
}
