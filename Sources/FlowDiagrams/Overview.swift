/// The overview of a diagram: each outermost area is one card, and only the normal course is shown.
struct Overview {
    private(set) var diagram: Diagram

    /// Makes an overview.
    /// - Parameters:
    ///   - full: the diagram of the whole flow.
    ///   - figures: by area: the number of its figure; empty if the areas have none.
    init(_ full: Diagram, figures: [Int: Int]) {
        diagram = Diagram(title: full.title, doc: full.doc, names: full.names)
        var cardOfArea: [Int: Int] = [:]
        var newCard: [Int] = []
        for (index, card) in full.cards.enumerated() {
            guard let area = full.topArea(of: index) else {
                newCard.append(diagram.cards.count)
                diagram.cards.append(Self.compact(card))
                continue
            }
            let position = cardOfArea[area] ?? diagram.cards.count
            if cardOfArea[area] == nil {
                cardOfArea[area] = position
                diagram.cards.append(Card(node: nil, kind: .area, title: full.areas[area].name, figure: figures[area]))
            }
            newCard.append(position)
            diagram.cards[position].entries.append(Card.Entry(kind: .member, text: card.title))
        }
        for (index, card) in full.cards.enumerated() { addRows(of: card, to: newCard[index], newCard) }
    }

    private static func compact(_ card: Card) -> Card {
        var result = card
        result.entries = card.entries.filter { $0.kind == .step || $0.kind == .sends }.map { entry in
            Card.Entry(kind: entry.kind, text: entry.text)
        }
        result.rows = []
        result.shared = []
        return result
    }

    /// Adds the normal course of a card, with one row for each card that it leads to.
    private mutating func addRows(of card: Card, to position: Int, _ newCard: [Int]) {
        for row in card.rows where row.isCourse {
            guard case .card(let old) = row.target, newCard[old] != position,
                diagram.cards[newCard[old]].kind != .endsBadly
            else { continue }
            let target = Row.Target.card(newCard[old])
            var row = row
            if diagram.cards[newCard[old]].kind == .replies {
                row.names = ["reply"]
                row.guardText = ""
            }
            guard let known = diagram.cards[position].rows.firstIndex(where: { $0.target == target }) else {
                row.target = target
                diagram.cards[position].rows.append(row)
                continue
            }
            var joined = diagram.cards[position].rows[known]
            if joined.guardText != row.guardText { (joined.names, joined.guardText) = ([joined.label], "") }
            let names = joined.guardText == row.guardText ? row.names : [row.label]
            joined.names += names.filter { !joined.names.contains($0) }
            joined.transitions += row.transitions
            diagram.cards[position].rows[known] = joined
        }
    }
}
