/// The replies of the service that several requests share get a card of their own.
extension RowBuilder {
    /// A reply, and the node that it leads to.
    private struct Reply: Hashable {
        var label: String
        var target: Transition.Target

        /// Returns nil for a transition that is not a reply, or leads to no node, or carries an error.
        init?(_ transition: Transition) {
            guard transition.trigger.kind == .reply, transition.attempts == nil, !transition.carriesError,
                case .node = transition.target
            else { return nil }
            label = transition.label
            target = transition.target
        }
    }

    /// The number of replies from which a card gives its replies to the shared one.
    private static let minReplies = 3

    /// Moves the replies that several cards share to a card of their own.
    mutating func shareReplies() {
        let common = commonReplies()
        var taken: [(card: Int, replies: [Transition])] = []
        for card in remaining.indices {
            let isCommon = { (transition: Transition) in Reply(transition).map(common.contains) ?? false }
            guard remaining[card].count(where: isCommon) >= Self.minReplies else { continue }
            taken.append((card, take(from: card, where: isCommon)))
        }
        guard !taken.isEmpty else { return }
        let rows = rows(for: common, taken.flatMap(\.replies))
        let position = diagram.cards.count
        diagram.cards.append(Card(node: nil, kind: .replies, title: "service replies", rows: rows))
        for (card, replies) in taken {
            let name = Self.name(of: replies, isAll: replies.count == rows.count)
            diagram.cards[card].rows.append(
                Row(names: [name], target: .card(position), isCourse: true, transitions: replies))
        }
    }

    /// Returns the replies of several cards in order; none if there are too few for a card.
    private func commonReplies() -> [Reply] {
        var counts: [Reply: Int] = [:]
        var order: [Reply] = []
        for reply in remaining.joined().compactMap(Reply.init) {
            if counts[reply] == nil { order.append(reply) }
            counts[reply, default: 0] += 1
        }
        let common = order.filter { counts[$0, default: 0] > 1 }
        return common.count < Self.minReplies ? [] : common
    }

    /// Returns the rows of the shared card: one for each reply that a card gives to it.
    private func rows(for replies: [Reply], _ transitions: [Transition]) -> [Row] {
        replies.compactMap { reply in
            let own = transitions.filter { Reply($0) == reply }
            guard let first = own.first, let target = target(of: first, at: diagram.cards.count) else { return nil }
            return Row(names: [reply.label], target: target, isCourse: true, transitions: own)
        }
    }

    /// The name of a row that leads to the shared card.
    private static func name(of replies: [Transition], isAll: Bool) -> String {
        if isAll { return "reply" }
        var names: [String] = []
        for reply in replies where !names.contains(reply.trigger.name) { names.append(reply.trigger.name) }
        return "reply: " + names.joined(separator: ", ")
    }
}
