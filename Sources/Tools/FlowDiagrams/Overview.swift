/// A diagram in which one card replaces each outermost area. It omits errors, timeouts, commands and restarts.
struct Overview {
    private(set) var diagram: Diagram
    /// By card of the full diagram: the index of its card in the overview.
    private var newIndex: [Int] = []

    /// Creates the overview of a diagram.
    /// - Parameters:
    ///   - full: the diagram of the whole flow.
    ///   - figureOfArea: the number of the figure that shows an area, by area; empty if areas have no figures.
    init(_ full: Diagram, figureOfArea: [Int: Int]) {
        diagram = Diagram(title: full.title, doc: full.doc, names: full.names)
        addCards(of: full, figureOfArea)
        for card in full.happyPath.map({ newIndex[$0] }) where card != diagram.happyPath.last {
            diagram.happyPath.append(card)
        }
        for index in full.cards.indices { addRows(of: full.cards[index], to: newIndex[index]) }
    }

    /// Adds a card for each outermost area and for each card outside of areas.
    private mutating func addCards(of full: Diagram, _ figureOfArea: [Int: Int]) {
        var cardOfArea: [Int: Int] = [:]
        for (index, card) in full.cards.enumerated() {
            guard let area = full.topArea(of: index) else {
                newIndex.append(diagram.cards.count)
                diagram.cards.append(Self.compact(card))
                continue
            }
            let areaCard = cardOfArea[area] ?? diagram.cards.count
            if cardOfArea[area] == nil {
                cardOfArea[area] = areaCard
                diagram.cards.append(
                    Card(node: nil, kind: .area, title: full.areas[area].name, figure: figureOfArea[area]))
            }
            newIndex.append(areaCard)
            diagram.cards[areaCard].entries.append(Card.Entry(kind: .member, text: card.title))
        }
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

    /// Adds the rows of a card that belong to the expected course to a card of the overview.
    ///
    /// Omits restarts, and rows that lead to a bad end or to no other card of the overview. `position` is the index of
    /// the card in the overview. Rows that lead to the same card are joined.
    private mutating func addRows(of card: Card, to position: Int) {
        for row in card.rows where row.isCourse && !row.isRestart {
            guard case .card(let old) = row.target, newIndex[old] != position,
                diagram.cards[newIndex[old]].kind != .endsBadly
            else { continue }
            let target = Row.Target.card(newIndex[old])
            var row = row
            // One word stands for all events that lead to the service's shared replies.
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
