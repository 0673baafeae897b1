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
