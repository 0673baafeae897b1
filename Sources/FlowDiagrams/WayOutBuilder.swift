import FlowModel

/// Distributes the transitions of a flow: to what many cards share, to the service's replies, and to the rows of cards.
struct WayOutBuilder {
    private var diagram: Diagram
    private let detail: DiagramOptions.Detail
    private let names: [String]
    /// By node: its card; the start's is at nil.
    private var cardOf: [Int?: Int] = [:]
    /// By card: the transitions that have no place yet.
    private var open: [[Transition]]
    private var hub: Int?

    /// The number of cards from which a way out is shared.
    private static let minSharing = 3
    /// The number of replies from which they get a card.
    private static let minReplies = 3

    /// Returns the diagram with the ways out of its cards.
    static func addWaysOut(
        to diagram: Diagram, _ transitions: [Transition], _ flow: CheckedFlow, _ detail: DiagramOptions.Detail
    ) -> Diagram {
        var builder = WayOutBuilder(diagram, transitions, flow, detail)
        if detail != .all {
            builder.shareReplies()
            builder.shareTrouble()
        }
        builder.addRows()
        return builder.diagram
    }

    private init(
        _ diagram: Diagram, _ transitions: [Transition], _ flow: CheckedFlow, _ detail: DiagramOptions.Detail
    ) {
        self.diagram = diagram
        self.detail = detail
        names = flow.nodes.map(\.id)
        for (index, card) in diagram.cards.enumerated() { cardOf[card.node] = index }
        open = [[Transition]](repeating: [], count: diagram.cards.count)
        for transition in transitions {
            guard transition.isDrawn, let card = cardOf[transition.from] else { continue }
            open[card].append(transition)
        }
    }

    // MARK: Replies of the service

    /// A reply that several requests share, and where it leads.
    private struct Reply: Hashable {
        var label: String
        var target: Transition.Target
    }

    /// Gathers the replies that several requests have in common in one card.
    private mutating func shareReplies() {
        var sources: [Reply: [Int]] = [:]
        var order: [Reply] = []
        for (card, transitions) in open.enumerated() {
            for transition in transitions where transition.isSharedReply {
                let reply = Reply(label: transition.label, target: transition.target)
                if sources[reply] == nil { order.append(reply) }
                sources[reply, default: []].append(card)
            }
        }
        let common = order.filter { sources[$0, default: []].count > 1 }
        guard common.count >= Self.minReplies else { return }
        var card = Card(node: nil, kind: .replies, title: "service replies")
        let position = diagram.cards.count
        var taken: [Int: [Transition]] = [:]
        for (source, transitions) in open.enumerated() {
            let shared = transitions.filter { transition in
                transition.isSharedReply && common.contains(Reply(label: transition.label, target: transition.target))
            }
            if shared.count >= Self.minReplies { taken[source] = shared }
        }
        let kept = common.filter { reply in
            taken.values.contains { $0.contains { $0.label == reply.label && $0.target == reply.target } }
        }
        for reply in kept {
            guard case .node(let node) = reply.target, let target = cardOf[node] else { continue }
            // A reply that is named like the node that it leads to.
            let transitions = taken.values.flatMap { $0 }.filter {
                $0.label == reply.label && $0.target == reply.target
            }
            card.rows.append(
                Row(names: [reply.label], target: .card(target), isCourse: true, transitions: transitions))
        }
        diagram.cards.append(card)
        hub = position
        for (source, transitions) in taken {
            open[source].removeAll { transition in transitions.contains(transition) }
            let label = Self.label(of: transitions, all: kept)
            diagram.cards[source].rows.append(
                Row(names: [label], target: .card(position), isCourse: true, transitions: transitions))
        }
    }

    /// What a card has of the replies: all of them, or those that are listed.
    private static func label(of replies: [Transition], all: [Reply]) -> String {
        if replies.count == all.count { return "reply" }
        var names: [String] = []
        for reply in replies where !names.contains(reply.trigger.name) { names.append(reply.trigger.name) }
        return "reply: " + names.joined(separator: ", ")
    }

    // MARK: What many cards share

    private struct Trouble: Hashable {
        var name: String
        var guardText: String
        var target: Row.Target
    }

    private mutating func shareTrouble() {
        var sources: [Trouble: Set<Int>] = [:]
        var order: [Trouble] = []
        for (card, transitions) in open.enumerated() {
            for transition in transitions {
                guard let trouble = trouble(transition, at: card) else { continue }
                if sources[trouble] == nil { order.append(trouble) }
                sources[trouble, default: []].insert(card)
            }
        }
        var groups: [(first: Trouble, cards: Set<Int>, names: [String])] = []
        for trouble in order {
            let cards = sources[trouble, default: []]
            guard cards.count >= Self.minSharing else { continue }
            let known = groups.firstIndex { group in
                group.first.target == trouble.target && group.first.guardText == trouble.guardText
                    && group.cards == cards
            }
            if let known {
                groups[known].names.append(trouble.name)
            } else {
                groups.append((trouble, cards, [trouble.name]))
            }
        }
        for (number, group) in groups.enumerated() {
            var transitions: [Transition] = []
            for card in group.cards.sorted() {
                let own = open[card].filter { transition in
                    trouble(transition, at: card).map { trouble in
                        trouble.target == group.first.target && trouble.guardText == group.first.guardText
                            && group.names.contains(trouble.name)
                    } ?? false
                }
                transitions += own
                open[card].removeAll { own.contains($0) }
                diagram.cards[card].shared.append(number)
            }
            let row = Row(
                names: group.names, guardText: group.first.guardText, target: group.first.target, isCourse: false,
                transitions: transitions)
            diagram.shared.append(Diagram.Shared(row: row, mark: Sign.mark(number)))
        }
    }

    private func trouble(_ transition: Transition, at card: Int) -> Trouble? {
        if transition.trigger.isCourse && (transition.trigger.kind != .start || transition.from == nil) { return nil }
        guard transition.attempts == nil, let target = target(of: transition, at: card) else { return nil }
        return Trouble(name: transition.name, guardText: transition.guardText, target: target)
    }

    // MARK: Rows

    private func target(of transition: Transition, at card: Int) -> Row.Target? {
        switch transition.target {
        case .node(let node): cardOf[node].map { $0 == card ? .again : .card($0) }
        case .lastStep(let node): cardOf[node].map { .lastStep(otherwise: $0) }
        case .refused(let code): .refused(code)
        }
    }

    private mutating func addRows() {
        for card in diagram.cards.indices where card < open.count {
            for transition in open[card] { add(transition, to: card) }
        }
    }

    private mutating func add(_ transition: Transition, to card: Int) {
        guard let target = target(of: transition, at: card) else { return }
        if detail != .all, complete(transition, with: target, at: card) { return }
        let known = diagram.cards[card].rows.firstIndex { row in
            row.target == target && row.guardText == transition.guardText && row.isCourse == transition.trigger.isCourse
                && row.limit == nil && row.transitions.allSatisfy { $0.attempts == nil }
        }
        if detail != .all, transition.attempts == nil, let known {
            diagram.cards[card].rows[known].names.append(transition.name)
            diagram.cards[card].rows[known].transitions.append(transition)
        } else {
            diagram.cards[card].rows.append(
                Row(
                    names: [transition.name], guardText: transition.guardText, target: target,
                    isCourse: transition.trigger.isCourse, transitions: [transition]))
        }
    }
}

extension WayOutBuilder {
    /// Joins a counted transition with the one that follows its last attempt.
    private mutating func complete(_ transition: Transition, with target: Row.Target, at card: Int) -> Bool {
        guard case .counted(let count) = transition.attempts,
            let row = diagram.cards[card].rows.firstIndex(where: { row in
                row.transitions.count == 1 && row.transitions[0].attempts == .exhausted(count)
                    && row.transitions[0].trigger == transition.trigger
            })
        else { return false }
        var joined = diagram.cards[card].rows[row]
        joined.limit = Row.Limit(attempts: count, then: joined.target)
        joined.names = [transition.name]
        joined.guardText = transition.guardText
        joined.target = target
        joined.transitions.append(transition)
        diagram.cards[card].rows[row] = joined
        return true
    }
}

extension Transition {
    /// Whether a diagram shows it: a refusal only if it is written in the flow.
    fileprivate var isDrawn: Bool {
        if case .refused = target { mark != nil } else { true }
    }

    /// Whether other requests may have the same reply.
    fileprivate var isSharedReply: Bool { trigger.kind == .reply && attempts == nil && !carriesError && isToNode }

    private var isToNode: Bool { if case .node = target { true } else { false } }
}
