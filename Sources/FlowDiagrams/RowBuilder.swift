import FlowIR

/// Turns the transitions of a flow into rows of its cards.
///
/// Replies that several requests share move to a card of their own. Events that many cards handle alike become shared
/// rows. Every other transition gets a row of its card.
struct RowBuilder {
    var diagram: Diagram
    let detail: DiagramOptions.Detail
    /// The index of each node's card, by node. The key nil is the start.
    private var cardOfNode: [Int?: Int] = [:]
    /// The transitions of each card that have no row yet.
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

    /// Creates a builder in which no transition has a row yet.
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
    /// Returns whether a transition can join the row: it has the same target and guard, and neither counts attempts.
    fileprivate func accepts(_ transition: Transition, _ target: Target) -> Bool {
        self.target == target && guardText == transition.guardText && isCourse == transition.trigger.isCourse
            && limit == nil && transition.attempts == nil && transitions.allSatisfy { $0.attempts == nil }
    }

    /// Returns whether the row shows the target after the last attempt of a transition.
    fileprivate func endsAttempts(of transition: Transition) -> Bool {
        guard case .counted(let count) = transition.attempts, transitions.count == 1 else { return false }
        return transitions[0].attempts == .exhausted(count) && transitions[0].trigger == transition.trigger
    }

    /// Turns a row for the last attempt into a row for all attempts of a transition.
    ///
    /// The row's target becomes that of the limit. A transition that counts no attempts changes nothing.
    fileprivate mutating func addAttempts(of transition: Transition, _ target: Target) {
        guard case .counted(let count) = transition.attempts else { return }
        limit = Limit(attempts: count, then: self.target)
        names = [transition.name]
        guardText = transition.guardText
        self.target = target
        transitions.append(transition)
    }
}
