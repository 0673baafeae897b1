/// Formats the rows of cards.
enum RowText {
    /// The maximum number of events that an error row names. For more, it says how many there are.
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
    static func text(_ row: Row, of node: Int?, in diagram: Diagram) -> String {
        text(row.transitions.filter { $0.from == node }, in: diagram)
    }

    /// Returns a line for each transition.
    private static func text(_ transitions: [Transition], in diagram: Diagram) -> String {
        transitions.map { line($0, diagram.names) }.joined(separator: "\n")
    }

    /// Returns a transition in words: its source, its event with the guard, and its target.
    private static func line(_ transition: Transition, _ names: [String]) -> String {
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

/// The signs in diagrams, which are all in the fonts of common systems.
enum Sign {
    /// A value that is secret.
    static let secret = "⚷"
    /// A limit on time.
    static let time = "◷"
    /// Attempts at the same step.
    static let again = "↺"
    /// A request to the service.
    static let service = "⇢"
    /// The work of a handler.
    static let work = "⚙"
    /// An event that is refused.
    static let refused = "✕"
    /// An earlier step.
    static let back = "↩"
    /// The target of a row without an edge.
    static let leads = "→"
    /// A row where an edge begins.
    static let edge = "▸"
    /// A notification to the host.
    static let notification = "⚑"

    /// Returns the mark of the shared row with an index. Marks count from 1.
    static func mark(_ index: Int) -> String { String(index + 1) }
}
