/// Shows each event that many cards handle alike once, as a numbered line.
extension RowBuilder {
    /// An event with its guard and its target.
    private struct Handling: Hashable {
        var name: String
        var guardText: String
        var target: Row.Target
    }

    /// Events that the same cards handle alike: with the same guard and the same target.
    private struct Group {
        var handlings: [Handling]
        var cards: Set<Int>

        /// Returns whether the same cards handle another event alike.
        func accepts(_ handling: Handling, _ cards: Set<Int>) -> Bool {
            self.cards == cards && handlings[0].target == handling.target
                && handlings[0].guardText == handling.guardText
        }
    }

    /// The minimum number of cards that handle an event alike for it to be shown once.
    private static let minCards = 3

    /// Moves the events that many cards handle alike to the diagram's shared rows.
    mutating func shareEvents() {
        for (number, group) in groups().enumerated() {
            var transitions: [Transition] = []
            for card in group.cards.sorted() {
                // The closure cannot read `self` while `take` changes it.
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
            guard let owners = cards[handling], owners.count >= Self.minCards else { continue }
            if let index = groups.firstIndex(where: { $0.accepts(handling, owners) }) {
                groups[index].handlings.append(handling)
            } else {
                groups.append(Group(handlings: [handling], cards: owners))
            }
        }
        return groups
    }

    /// Returns how a card handles the event of a transition that can be shared.
    ///
    /// The result is nil for the expected course, except for a restart, for counted attempts, and without a target.
    private func handling(of transition: Transition, at card: Int) -> Handling? {
        let isRestart = transition.trigger.kind == .start && transition.from != nil
        guard isRestart || !transition.trigger.isCourse, transition.attempts == nil,
            let target = target(of: transition, at: card)
        else { return nil }
        return Handling(name: transition.name, guardText: transition.guardText, target: target)
    }
}
