import FlowDiagnostics
import FlowIR

/// Formats the rows of cards.
enum RowText {
    /// The maximum number of events that a row outside the expected course names. A row with more events says how many
    /// of them are left out.
    private static let maxNames = 6

    /// Returns the events and the guard of a row and, unless an edge begins there, its target.
    ///
    /// `namesAllEvents` is for formats without tooltips, where an omitted event could not be found elsewhere.
    static func text(_ row: Row, in diagram: Diagram, isEdge: Bool = false, namesAllEvents: Bool = false) -> String {
        let isShort = !row.isCourse && !namesAllEvents
        let label = isShort ? Transition.label(shortened(row.names), row.guardText) : row.label
        if isEdge { return label.utf8.isEmpty ? "then" : label }
        var words = label.utf8.isEmpty ? [] : [label]
        if let limit = row.limit { words.append(Sign.again + " " + String(limit.attempts)) }
        // With a limit, the sign and the number already mean that the same step is shown again.
        if row.limit == nil || row.target != .again { words.append(name(row.target, in: diagram)) }
        let text = words.joined(separator: " ")
        guard let limit = row.limit else { return text }
        return text + ", then " + name(limit.then, in: diagram)
    }

    /// Returns the names or, if there are too many, the first ones and the number of those left out.
    private static func shortened(_ names: [String]) -> [String] {
        guard names.count > maxNames else { return names }
        let shown = names.prefix(maxNames - 1).joined(separator: ", ")
        return [shown + " and " + String(names.count - maxNames + 1) + " more"]
    }

    /// Returns a target as a sign and, if needed, its name.
    private static func name(_ target: Row.Target, in diagram: Diagram) -> String {
        switch target {
        case .again: Sign.again
        case .card(let card): Sign.leads + " " + diagram.cards[card].title
        case .lastStep(let card): Sign.back + " last step, or " + diagram.cards[card].title
        case .refused(let code): Sign.refused + " " + code
        }
    }
}

/// Formats the entries of cards.
enum EntryText {
    /// Returns the text of an entry, after a sign or a word for its kind.
    static func text(_ entry: Card.Entry) -> String {
        switch entry.kind {
        case .step, .member: entry.text
        case .shows: "shows " + entry.text
        case .asks: "asks " + entry.text
        case .optional: "optional: " + entry.text
        case .time: Sign.time + " " + entry.text
        case .work: Sign.work + " " + entry.text
        case .sends: Sign.service + " " + entry.text
        case .notifies: Sign.notification + " " + entry.text
        }
    }
}

extension Card {
    /// Returns the line that lists the numbers of the card's shared transitions, such as `also 1, 2`.
    func alsoText(in diagram: Diagram) -> String {
        "also " + shared.map { diagram.shared[$0].mark }.joined(separator: ", ")
    }
}

/// Formats the tooltips of rows, which list the row's transitions.
enum Tooltip {
    /// Returns a line for each transition of a row.
    static func text(_ row: Row, in diagram: Diagram) -> String { text(row.transitions, in: diagram) }

    /// Returns a line for each transition of a row that leaves a node. A nil node means the start.
    static func text(_ row: Row, of node: NodeID?, in diagram: Diagram) -> String {
        text(row.transitions.filter { $0.from == node }, in: diagram)
    }

    /// Returns a line for each transition.
    private static func text(_ transitions: [Transition], in diagram: Diagram) -> String {
        transitions.map { line($0, diagram.names) }.joined(separator: "\n")
    }

    /// Returns a transition in words: its source, its event with the guard, and its target.
    private static func line(_ transition: Transition, _ names: Table<Node, String>) -> String {
        let from = transition.from.map { names[$0] } ?? "start"
        let target =
            switch transition.target {
            case .node(let node): names[node]
            case .lastStep(let node): "the last step, or " + names[node]
            case .refused(let code): Sign.refused + " " + code
            }
        let label = transition.label
        return from + (label.utf8.isEmpty ? "" : ": " + label) + " → " + target
    }
}

/// The signs in diagrams.
enum Sign {
    static let secret = "⚷"
    static let time = "◷"
    /// Attempts at the same step.
    static let again = "↺"
    static let service = "⇢"
    static let work = "⚙"
    static let refused = "✕"
    /// An earlier step.
    static let back = "↩"
    /// The target of a row without an edge.
    static let leads = "→"
    /// A row where an edge begins.
    static let edge = "▸"
    static let notification = "⚑"

    /// Returns the mark of the shared row with an index. Marks count from 1.
    static func mark(_ index: Int) -> String { String(index + 1) }
}

/// Formats text for diagrams.
enum Text {
    /// Returns a text as lines of at most `width` characters.
    ///
    /// Breaks after a space or, in long words, after punctuation or anywhere. If there are more than `maxLines` lines,
    /// the last one ends with an ellipsis, which may exceed the width.
    static func wrapped(_ line: String, _ width: Int, maxLines: Int = 12) -> [String] {
        // A little more than fits is enough to see that the text is too long.
        var lines = unlimitedLines(shortened(line, width * (maxLines + 1)), width)
        guard lines.count > maxLines else { return lines }
        lines.removeSubrange(maxLines...)
        lines[maxLines - 1] += " …"
        return lines
    }

    /// Returns a text as lines of at most `width` characters, without a limit on their number.
    private static func unlimitedLines(_ line: String, _ width: Int) -> [String] {
        var lines = [String]()
        var current = ""
        for piece in unbreakablePieces(line) {
            // A space at the end of a line occupies no width.
            let length = current.count + piece.count - (piece.last == " " ? 1 : 0)
            if !current.isEmpty, length > width {
                lines.append(trimmed(current))
                current = ""
            }
            current += piece
        }
        return current.isEmpty ? lines : lines + [trimmed(current)]
    }

    /// The number of characters after which a word may be broken at punctuation.
    private static let minPieceLength = 20
    /// The number of characters after which a word is broken anywhere.
    private static let maxPieceLength = 32

    /// Divides a line into pieces. The line may be broken after each piece, but not inside one.
    private static func unbreakablePieces(_ line: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in line {
            piece.append(character)
            let isBreakable = piece.count > minPieceLength && "-_.,".contains(character)
            if character == " " || isBreakable || piece.count >= maxPieceLength {
                pieces.append(piece)
                piece = ""
            }
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// Returns a line without the space at its end.
    private static func trimmed(_ line: String) -> String { line.last == " " ? String(line.dropLast()) : line }

    /// Returns a text as a quoted string in DOT. It is escaped so that Graphviz replaces no escapes or entities in it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            // Graphviz would replace an HTML entity even here.
            case "&": result += "&amp;"
            default: result.unicodeScalars.append(printableScalar(for: scalar))
            }
        }
        return result + "\""
    }

    /// Returns a text escaped for the markup of an HTML-like label.
    static func markup(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "&#10;"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\\": result += "\\\\"
            default: result.unicodeScalars.append(printableScalar(for: scalar))
            }
        }
        return result
    }

    /// Returns a scalar, or a space in place of one that controls a terminal, is invisible, or stands for missing text.
    static func printableScalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x200B...0x200F, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFF: " "
        default: scalar.controlsTerminal ? " " : scalar
        }
    }

    /// Returns at most `maxLength` characters of a text. If it is longer, the last one is an ellipsis.
    static func shortened(_ text: String, _ maxLength: Int) -> String {
        text.count > maxLength ? String(text.prefix(maxLength - 1)) + "…" : text
    }
}
