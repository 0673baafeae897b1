/// The text of a row: its events and guards, and where it leads unless an edge says so.
enum RowText {
    /// The number of events above which the rest is counted.
    private static let maxLabels = 6

    static func text(_ row: Row, in diagram: Diagram, isEdge: Bool = false) -> String {
        let label = row.isCourse ? row.label : Transition.label(shortened(row.names), row.guardText)
        if isEdge { return label.utf8.isEmpty ? "then" : label }
        var words = label.utf8.isEmpty ? [] : [label]
        if let limit = row.limit { words.append(Sign.again + " " + String(limit.attempts)) }
        if row.limit == nil || row.target != .again { words.append(name(row.target, in: diagram)) }
        let text = words.joined(separator: " ")
        guard let limit = row.limit else { return text }
        return text + ", then " + name(limit.then, in: diagram)
    }

    private static func shortened(_ names: [String]) -> [String] {
        guard names.count > maxLabels else { return names }
        let shown = names.prefix(maxLabels - 1).joined(separator: ", ")
        return [shown + " and " + String(names.count - maxLabels + 1) + " more"]
    }

    private static func name(_ target: Row.Target, in diagram: Diagram) -> String {
        switch target {
        case .again: Sign.again
        case .card(let card): Sign.leads + " " + diagram.cards[card].title
        case .lastStep(let card): Sign.back + " last step, or " + diagram.cards[card].title
        case .refused(let code): Sign.refused + " " + code
        }
    }
}
