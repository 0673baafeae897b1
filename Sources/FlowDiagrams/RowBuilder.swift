import FlowModel

/// Turns the transitions of a flow into rows of its cards.
///
/// Replies that several requests share come first, then what else many cards share. Each other transition gets a row of
/// its card.
struct RowBuilder {
    var diagram: Diagram
    let detail: DiagramOptions.Detail
    /// The card of each node; that of the start is at nil.
    private var cardOfNode: [Int?: Int] = [:]
    /// By card: the transitions without a row.
    private(set) var remaining: [[Transition]]

    /// Returns a diagram with rows for all transitions.
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

    /// Returns where a transition of a card leads, or nil if its node has no card.
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

    /// Adds a transition to the row that it fits into, or to a new one.
    private mutating func add(_ transition: Transition, to card: Int) {
        guard let target = target(of: transition, at: card) else { return }
        let rows = diagram.cards[card].rows
        if detail != .all, let row = rows.firstIndex(where: { $0.endsAttempts(of: transition) }) {
            diagram.cards[card].rows[row].addAttempts(of: transition, target)
        } else if detail != .all, let row = rows.firstIndex(where: { $0.accepts(transition, target) }) {
            diagram.cards[card].rows[row].names.append(transition.name)
            diagram.cards[card].rows[row].transitions.append(transition)
        } else {
            diagram.cards[card].rows.append(
                Row(
                    names: [transition.name], guardText: transition.guardText, target: target,
                    isCourse: transition.trigger.isCourse, transitions: [transition]))
        }
    }
}

extension Transition {
    /// Whether a diagram shows it: a refusal only if it is written in the flow.
    fileprivate var isDrawn: Bool {
        if case .refused = target { mark != nil } else { true }
    }
}

extension Row {
    /// Whether a transition can share the row: both lead to the same card under the same guard.
    fileprivate func accepts(_ transition: Transition, _ target: Target) -> Bool {
        self.target == target && guardText == transition.guardText && isCourse == transition.trigger.isCourse
            && limit == nil && transition.attempts == nil && transitions.allSatisfy { $0.attempts == nil }
    }

    /// Whether the row is for what follows the last attempt of a transition.
    fileprivate func endsAttempts(of transition: Transition) -> Bool {
        guard case .counted(let count) = transition.attempts, transitions.count == 1 else { return false }
        return transitions[0].attempts == .exhausted(count) && transitions[0].trigger == transition.trigger
    }

    /// Adds a counted transition to the row for what follows its last attempt.
    fileprivate mutating func addAttempts(of transition: Transition, _ target: Target) {
        guard case .counted(let count) = transition.attempts else { return }
        limit = Limit(attempts: count, then: self.target)
        names = [transition.name]
        guardText = transition.guardText
        self.target = target
        transitions.append(transition)
    }
}
