/// Events that many cards handle alike are shown once, as numbered lines.
extension RowBuilder {
    /// An event under a guard, and where it leads.
    private struct Handling: Hashable {
        var name: String
        var guardText: String
        var target: Row.Target
    }

    /// Events that the same cards handle alike: they lead to the same place under the same guard.
    private struct Group {
        var handlings: [Handling]
        var cards: Set<Int>

        func accepts(_ handling: Handling, _ cards: Set<Int>) -> Bool {
            self.cards == cards && handlings[0].target == handling.target
                && handlings[0].guardText == handling.guardText
        }
    }

    /// The number of cards from which an event is shown once.
    private static let minCards = 3

    /// Moves the events that many cards handle alike to the diagram's shared rows.
    mutating func shareEvents() {
        for (number, group) in groups().enumerated() {
            var transitions: [Transition] = []
            for card in group.cards.sorted() {
                let lookup = self
                transitions += take(from: card) { transition in
                    lookup.handling(of: transition, at: card).map(group.handlings.contains) ?? false
                }
                diagram.cards[card].shared.append(number)
            }
            let first = group.handlings[0]
            let row = Row(
                names: group.handlings.map(\.name), guardText: first.guardText, target: first.target, isCourse: false,
                transitions: transitions)
            diagram.shared.append(Diagram.Shared(row: row, mark: Sign.mark(number)))
        }
    }

    /// Returns the groups of events that enough cards handle alike, in order of their first transition.
    private func groups() -> [Group] {
        var cards: [Handling: Set<Int>] = [:]
        var order: [Handling] = []
        for card in remaining.indices {
            for handling in remaining[card].compactMap({ handling(of: $0, at: card) }) {
                if cards[handling] == nil { order.append(handling) }
                cards[handling, default: []].insert(card)
            }
        }
        var groups: [Group] = []
        for handling in order {
            guard let own = cards[handling], own.count >= Self.minCards else { continue }
            if let known = groups.firstIndex(where: { $0.accepts(handling, own) }) {
                groups[known].handlings.append(handling)
            } else {
                groups.append(Group(handlings: [handling], cards: own))
            }
        }
        return groups
    }

    /// Returns how a card handles the event of a transition; nil for the normal course and for counted attempts.
    private func handling(of transition: Transition, at card: Int) -> Handling? {
        let isRestart = transition.trigger.kind == .start && transition.from != nil
        guard isRestart || !transition.trigger.isCourse, transition.attempts == nil,
            let target = target(of: transition, at: card)
        else { return nil }
        return Handling(name: transition.name, guardText: transition.guardText, target: target)
    }
}
