/// A change of a text; the new part may mark with ⟦ and ⟧ what a finding must point at.
struct TextEdit: Sendable {
    /// What stands in the text, exactly once.
    let old: String
    /// What takes its place.
    let new: String

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }
}

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

/// A place in a text, both numbers from 1, columns in Unicode scalars.
struct TextPlace: Equatable, Sendable {
    let line: Int
    let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place behind a text.
    init(after text: String) {
        let lines = text.cut(at: "\n")
        line = lines.count
        column = (lines.last?.unicodeScalars.count ?? 0) + 1
    }
}

/// A part of a text.
struct TextSpan: Equatable, Sendable, CustomStringConvertible {
    let start: TextPlace
    /// The place behind the part.
    let end: TextPlace
    let text: String

    var description: String { "\(start.line):\(start.column)–\(end.line):\(end.column) '\(text)'" }
}

extension String {
    /// The parts between all places where another text stands in it; itself if there are none.
    func cut(at part: String) -> [String] {
        let (text, part) = (Array(utf8), Array(part.utf8))
        var parts: [String] = []
        var start = 0
        var index = 0
        while index + part.count <= text.count {
            if text[index] == part.first, text[index..<index + part.count].elementsEqual(part) {
                parts.append(String(decoding: text[start..<index], as: UTF8.self))
                (index, start) = (index + part.count, index + part.count)
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: text[start...], as: UTF8.self)]
    }
}
