/// A state of the machine. A choice does not wait; every other kind waits for the host, the service or a handler.
package struct State: Sendable {
    /// The kinds of states, in the order in which states are numbered.
    ///
    /// They are stored indirectly, so that states are cheap to copy.
    package indirect enum Kind: Sendable {
        /// Waits for the host's answer.
        case present(Presentation)
        /// Waits for the service's reply.
        case call(Request)
        /// Waits for a handler's result.
        case handler(HandlerUse)
        /// Runs its block without waiting.
        case choice(Block)
        /// Waits for the host to start the flow again, or to send a command that the end accepts.
        case end(Ending)
    }

    /// The identifier of the state's node. If the node has several states, a `/` and the part of the node follow.
    package var name: String
    /// The index of the state's node in ``CheckedFlow/nodes``, or nil for the state before the start.
    package var node: Int?
    /// The kind of the state.
    package var kind: Kind
    /// The block that each event runs; empty for a choice.
    ///
    /// Challenges, errors and failures without an entry of their own use the entry of the built-in `other` event.
    package var transitions: [EventID: Block]

    /// Creates a state of a node with the blocks that its events run.
    package init(name: String, node: Int?, kind: Kind, transitions: [EventID: Block]) {
        self.name = name
        self.node = node
        self.kind = kind
        self.transitions = transitions
    }
}

extension State {
    /// The blocks of the state, in the order of their events.
    package var blocks: [Block] {
        if case .choice(let block) = kind { return [block] }
        if transitions.count < 2 { return Array(transitions.values) }
        return transitions.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether the state is a choice, which continues immediately.
    package var isChoice: Bool { if case .choice = kind { true } else { false } }
    /// Whether the state presents a step and waits for the host.
    package var isPresent: Bool { if case .present = kind { true } else { false } }
    /// Whether the state sends a request and waits for the service.
    package var isCall: Bool { if case .call = kind { true } else { false } }
    /// Whether the state calls a handler and waits for its result.
    package var isHandler: Bool { if case .handler = kind { true } else { false } }
    /// Whether the state ends the flow.
    package var isEnd: Bool { if case .end = kind { true } else { false } }
}

extension State {
    /// The slots that the state itself shows, sends or passes to a handler, and those that it checks answers against.
    package var readSlots: [SlotID] {
        switch kind {
        case .present(let presentation):
            presentation.shows.flatMap { $0.source.slots } + branchingSlots + presentation.deadlines
        case .call(let request): request.inputs.flatMap { $0.source.slots }
        case .handler(let use): use.inputs.flatMap { $0.source.slots }
        case .end(let ending): ending.shows.flatMap { $0.source.slots }
        case .choice: []
        }
    }

    /// The slots that decide which events can occur in the state: those of offered lists, and of a time limit.
    package var branchingSlots: [SlotID] {
        guard case .present(let presentation) = kind else { return [] }
        var slots = presentation.asks.compactMap(\.offered)
        if case .slot(let slot)? = presentation.timeLimit { slots.append(slot) }
        return slots
    }
}
