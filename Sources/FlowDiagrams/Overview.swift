/// A diagram with one card for each outermost area, and without errors, timeouts, commands and restarts.
struct Overview {
    private(set) var diagram: Diagram

    /// Creates the overview of a diagram.
    /// - Parameters:
    ///   - full: the diagram of the whole flow.
    ///   - figureOfArea: the number of the figure that shows an area, by area; empty if areas have no figures.
    init(_ full: Diagram, figureOfArea: [Int: Int]) {
        diagram = Diagram(title: full.title, doc: full.doc, names: full.names)
        var indexOfArea: [Int: Int] = [:]
        var newIndex: [Int] = []
        for (index, card) in full.cards.enumerated() {
            guard let area = full.topArea(of: index) else {
                newIndex.append(diagram.cards.count)
                diagram.cards.append(Self.compact(card))
                continue
            }
            let position = indexOfArea[area] ?? diagram.cards.count
            if indexOfArea[area] == nil {
                indexOfArea[area] = position
                diagram.cards.append(
                    Card(node: nil, kind: .area, title: full.areas[area].name, figure: figureOfArea[area]))
            }
            newIndex.append(position)
            diagram.cards[position].entries.append(Card.Entry(kind: .member, text: card.title))
        }
        for position in full.happyPath.map({ newIndex[$0] }) where position != diagram.happyPath.last {
            diagram.happyPath.append(position)
        }
        for (index, card) in full.cards.enumerated() { addRows(of: card, to: newIndex[index], newIndex) }
    }

    /// Returns a card with only its steps and requests, without details and rows.
    private static func compact(_ card: Card) -> Card {
        var result = card
        result.entries = card.entries.filter { $0.kind == .step || $0.kind == .sends }.map { entry in
            Card.Entry(kind: entry.kind, text: entry.text)
        }
        result.rows = []
        result.shared = []
        return result
    }

    /// Adds a card's rows to a card of the overview, without errors, restarts and bad ends.
    ///
    /// Rows that lead to the same card are joined. `newIndex` contains the index of the card in the
    /// overview for each card of the full diagram.
    private mutating func addRows(of card: Card, to position: Int, _ newIndex: [Int]) {
        for row in card.rows where row.isCourse && !row.isRestart {
            guard case .card(let old) = row.target, newIndex[old] != position,
                diagram.cards[newIndex[old]].kind != .endsBadly
            else { continue }
            let target = Row.Target.card(newIndex[old])
            var row = row
            if diagram.cards[newIndex[old]].kind == .replies {
                row.names = ["reply"]
                row.guardText = ""
            }
            row.target = target
            if let index = diagram.cards[position].rows.firstIndex(where: { $0.target == target }) {
                diagram.cards[position].rows[index].join(row)
            } else {
                diagram.cards[position].rows.append(row)
            }
        }
    }
}

extension Row {
    /// Whether all transitions of the row start the flow over.
    fileprivate var isRestart: Bool { transitions.allSatisfy { $0.trigger.kind == .start && $0.from != nil } }

    /// Adds the events and transitions of a row with the same target.
    ///
    /// If the guards differ, each guard becomes a part of its events' names.
    fileprivate mutating func join(_ other: Row) {
        if guardText != other.guardText { (names, guardText) = ([label], "") }
        let otherNames = guardText == other.guardText ? other.names : [other.label]
        names += otherNames.filter { !names.contains($0) }
        transitions += other.transitions
    }
}
