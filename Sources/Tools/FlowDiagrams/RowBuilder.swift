import FlowIR

/// Turns the transitions of a flow into rows of its cards.
///
/// Replies that several requests share move to a card of their own. Events that many cards handle alike become shared
/// rows. Every other transition that is drawn gets a row of its card. At the detail `all`, all of them do.
struct RowBuilder {
    var diagram: Diagram
    let detail: DiagramOptions.Detail
    /// The index of each node's card, by node. The key nil is the start.
    private var cardOfNode: [NodeID?: Int] = [:]
    /// The transitions of each card that have no row yet.
    private(set) var remaining: [[Transition]]

    /// Returns a diagram with the rows of its cards, and with its shared rows.
    static func addRows(
        for transitions: [Transition], to diagram: Diagram, _ detail: DiagramOptions.Detail
    ) -> Diagram {
        var builder = RowBuilder(diagram, transitions, detail)
        if detail != .all {
            builder.shareReplies()
            builder.shareEvents()
        }
        for card in builder.remaining.indices {
            for transition in builder.remaining[card] { builder.add(transition, to: card) }
        }
        return builder.diagram
    }

    /// Creates a builder, in which no transition has a row yet. It drops transitions that are not drawn.
    private init(_ diagram: Diagram, _ transitions: [Transition], _ detail: DiagramOptions.Detail) {
        self.diagram = diagram
        self.detail = detail
        for (index, card) in diagram.cards.enumerated() { cardOfNode[card.node] = index }
        remaining = [[Transition]](repeating: [], count: diagram.cards.count)
        for transition in transitions {
            guard transition.isDrawn, let card = cardOfNode[transition.from] else { continue }
            remaining[card].append(transition)
        }
    }

    /// Returns the target of a card's transition, or nil if the target node has no card.
    func target(of transition: Transition, at card: Int) -> Row.Target? {
        switch transition.target {
        case .node(let node): cardOfNode[node].map { $0 == card ? .again : .card($0) }
        case .lastStep(let node): cardOfNode[node].map { .lastStep(otherwise: $0) }
        case .refused(let code): .refused(code)
        }
    }

    /// Removes the transitions of a card that satisfy a condition, and returns them.
    mutating func take(from card: Int, where isTaken: (Transition) -> Bool) -> [Transition] {
        let taken = remaining[card].filter(isTaken)
        remaining[card].removeAll(where: isTaken)
        return taken
    }

    // MARK: Rows of one card

    /// Adds a transition to a row with the same target and guard, or to a new row.
    ///
    /// At the level of detail `all`, every transition gets a new row. A transition to a node without a card is dropped.
    private mutating func add(_ transition: Transition, to card: Int) {
        guard let target = target(of: transition, at: card) else { return }
        let rows = diagram.cards[card].rows
        if detail != .all, let index = rows.firstIndex(where: { $0.endsAttempts(of: transition) }) {
            diagram.cards[card].rows[index].addAttempts(of: transition, target)
        } else if detail != .all, let index = rows.firstIndex(where: { $0.accepts(transition, target) }) {
            diagram.cards[card].rows[index].names.append(transition.name)
            diagram.cards[card].rows[index].transitions.append(transition)
        } else {
            diagram.cards[card].rows.append(
                Row(
                    names: [transition.name], guardText: transition.guardText, target: target,
                    isCourse: transition.trigger.isCourse, transitions: [transition]))
        }
    }
}

extension Transition {
    /// Whether a diagram shows the transition. It omits refusals that the source does not state.
    fileprivate var isDrawn: Bool {
        if case .refused = target { mark != nil } else { true }
    }
}

extension Row {
    /// Returns whether a transition can join the row: target, guard and course agree, and neither counts attempts.
    fileprivate func accepts(_ transition: Transition, _ target: Target) -> Bool {
        self.target == target && guardText == transition.guardText && isCourse == transition.trigger.isCourse
            && limit == nil && transition.attempts == nil && transitions.allSatisfy { $0.attempts == nil }
    }

    /// Returns whether the row shows the target after the last attempt of a transition.
    fileprivate func endsAttempts(of transition: Transition) -> Bool {
        guard case .counted(let count) = transition.attempts, transitions.count == 1 else { return false }
        let last = transitions[0]
        // The last attempt is shown without `otherwise`.
        let guardText = transition.guardText == TransitionCollector.otherwise ? "" : transition.guardText
        return last.attempts == .exhausted(count) && last.trigger == transition.trigger
            && last.selection == transition.selection && last.guardText == guardText
    }

    /// Turns a row for the last attempt into a row for all attempts of a transition.
    ///
    /// The row's target becomes the target of the limit. A transition that counts no attempts changes nothing.
    fileprivate mutating func addAttempts(of transition: Transition, _ target: Target) {
        guard case .counted(let count) = transition.attempts else { return }
        limit = Limit(attempts: count, then: self.target)
        names = [transition.name]
        guardText = transition.guardText
        self.target = target
        transitions.append(transition)
    }
}

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
    private mutating func shareReplies() {
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
        let common = unambiguousReplies(among: order.filter { counts[$0, default: 0] > 1 }, counts)
        return common.count < Self.minReplies ? [] : common
    }

    /// Returns the replies without those that would make an event ambiguous.
    ///
    /// A card names a reply by its event only. If cards handle the event differently, the most frequent reply stays.
    private func unambiguousReplies(among replies: [Reply], _ counts: [Reply: Int]) -> [Reply] {
        let repliesByCard = remaining.map { Set($0.compactMap(Reply.init)) }
        var kept: Set<Reply> = []
        for alternatives in Dictionary(grouping: replies, by: \.event).values {
            // If each card has all of the alternatives or none, they differ only in their guards, and all stay.
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

    /// Returns the rows of the shared card, one for each reply whose transition was moved there.
    private func rows(for replies: [Reply], _ transitions: [Transition]) -> [Row] {
        replies.compactMap { reply in
            let matching = transitions.filter { Reply($0) == reply }
            guard let first = matching.first, let target = target(of: first, at: diagram.cards.count) else {
                return nil
            }
            return Row(names: [reply.label], target: target, isCourse: true, transitions: matching)
        }
    }

    /// Returns the name of a row that leads to the shared card: a list of replies or, if the row stands for all
    /// replies, `reply`.
    private static func name(of replies: [Transition], areAll: Bool) -> String {
        if areAll { return "reply" }
        var names: [String] = []
        for reply in replies where !names.contains(reply.trigger.name) { names.append(reply.trigger.name) }
        return "reply: " + names.joined(separator: ", ")
    }
}

/// If many cards handle an event alike, shows it once, as a numbered line.
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

        /// Returns whether an event belongs to the group: the same cards handle it, with the same guard and target.
        func accepts(_ handling: Handling, _ cards: Set<Int>) -> Bool {
            self.cards == cards && handlings[0].target == handling.target
                && handlings[0].guardText == handling.guardText
        }
    }

    /// The minimum number of cards that must handle an event alike for it to be shared.
    private static let minCards = 3

    /// Moves the events that many cards handle alike to the diagram's shared rows.
    private mutating func shareEvents() {
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
    /// The result is nil for the expected course unless it is a restart, for counted attempts, and for a transition
    /// without a target.
    private func handling(of transition: Transition, at card: Int) -> Handling? {
        let isRestart = transition.trigger.kind == .start && transition.from != nil
        guard isRestart || !transition.trigger.isCourse, transition.attempts == nil,
            let target = target(of: transition, at: card)
        else { return nil }
        return Handling(name: transition.name, guardText: transition.guardText, target: target)
    }
}
