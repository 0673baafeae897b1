/// A text after edits, with what they marked.
struct EditedText: Sendable {
    /// An edit that does not fit its text.
    struct Misfit: Error, CustomStringConvertible {
        let description: String
    }

    /// The text without marks.
    let text: String
    /// The marked part; nothing if no edit marks one.
    let marked: TextSpan?

    init(_ text: String, _ edits: [TextEdit]) throws {
        var result = text
        for edit in edits {
            let parts = result.cut(at: edit.old)
            guard parts.count == 2 else {
                throw Misfit(description: "\(parts.count - 1) times in the text: \(edit.old)")
            }
            result = parts[0] + edit.new + parts[1]
        }
        let parts = result.cut(at: "⟦").flatMap { $0.cut(at: "⟧") }
        self.text = parts.joined()
        switch parts.count {
        case 1: marked = nil
        case 3:
            let start = TextPlace(after: parts[0])
            marked = TextSpan(start: start, end: TextPlace(after: parts[0] + parts[1]), text: parts[1])
        default: throw Misfit(description: "more than one mark")
        }
    }
}
