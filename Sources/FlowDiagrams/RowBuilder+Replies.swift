/// Gives the service's replies that several requests share a card of their own.
extension RowBuilder {
    /// A reply of the service with its target.
    private struct Reply: Hashable {
        var event: String
        /// The event and its guard in words.
        var label: String
        var target: Transition.Target

        /// Creates the reply of a transition.
        ///
        /// The result is nil if the transition is not a reply, leads to no node, counts attempts or carries an error.
        init?(_ transition: Transition) {
            guard transition.trigger.kind == .reply, transition.attempts == nil, !transition.carriesError,
                case .node = transition.target
            else { return nil }
            event = transition.trigger.name
            label = transition.label
            target = transition.target
        }
    }

    /// The minimum number of shared replies for which a card uses the shared card.
    private static let minReplies = 3

    /// Moves the replies that several cards share to a card of their own.
    mutating func shareReplies() {
        let common = commonReplies()
        var moved: [(card: Int, replies: [Transition])] = []
        for card in remaining.indices {
            let isCommon = { (transition: Transition) in Reply(transition).map(common.contains) ?? false }
            guard remaining[card].count(where: isCommon) >= Self.minReplies else { continue }
            moved.append((card, take(from: card, where: isCommon)))
        }
        guard !moved.isEmpty else { return }
        let sharedRows = rows(for: common, moved.flatMap(\.replies))
        let position = diagram.cards.count
        diagram.cards.append(Card(node: nil, kind: .replies, title: "service replies", rows: sharedRows))
        for (card, replies) in moved {
            let name = Self.name(of: replies, areAll: replies.count == sharedRows.count)
            diagram.cards[card].rows.append(
                Row(names: [name], target: .card(position), isCourse: true, transitions: replies))
        }
    }

    /// Returns the replies that the shared card can show, in order; empty if there are too few for a card.
    private func commonReplies() -> [Reply] {
        var counts: [Reply: Int] = [:]
        var order: [Reply] = []
        for reply in remaining.joined().compactMap(Reply.init) {
            if counts[reply] == nil { order.append(reply) }
            counts[reply, default: 0] += 1
        }
        let common = unambiguous(order.filter { counts[$0, default: 0] > 1 }, counts)
        return common.count < Self.minReplies ? [] : common
    }

    /// Returns the replies without those that would make an event ambiguous.
    ///
    /// A card names a reply by its event only. If cards handle the event differently, the most frequent reply stays.
    private func unambiguous(_ replies: [Reply], _ counts: [Reply: Int]) -> [Reply] {
        let repliesByCard = remaining.map { Set($0.compactMap(Reply.init)) }
        var kept: Set<Reply> = []
        for alternatives in Dictionary(grouping: replies, by: \.event).values {
            let isSame = repliesByCard.allSatisfy {
                [0, alternatives.count].contains(alternatives.count(where: $0.contains))
            }
            // Of several replies that are equally frequent, the first one stays.
            let first = alternatives.first { reply in
                alternatives.allSatisfy { counts[$0, default: 0] <= counts[reply, default: 0] }
            }
            kept.formUnion(isSame ? alternatives : first.map { [$0] } ?? [])
        }
        return replies.filter(kept.contains)
    }

    /// Returns the rows of the shared card: one for each reply with a transition among those moved there.
    private func rows(for replies: [Reply], _ transitions: [Transition]) -> [Row] {
        replies.compactMap { reply in
            let matching = transitions.filter { Reply($0) == reply }
            guard let first = matching.first, let target = target(of: first, at: diagram.cards.count) else {
                return nil
            }
            return Row(names: [reply.label], target: target, isCourse: true, transitions: matching)
        }
    }

    /// Returns the name of a row that leads to the shared card. It lists the replies unless they are all of them.
    private static func name(of replies: [Transition], areAll: Bool) -> String {
        if areAll { return "reply" }
        var names: [String] = []
        for reply in replies where !names.contains(reply.trigger.name) { names.append(reply.trigger.name) }
        return "reply: " + names.joined(separator: ", ")
    }
}
