package import FlowDiagnostics
package import FlowTable

/// A state of the machine. A choice does not wait; every other kind waits for the host, the service or a handler.
///
/// The properties that test the kind are inlinable, so that an analysis can test all states without copying their kinds.
@usableFromInline
package struct State: Sendable {
    /// What a state does. States are numbered in the order of ``StateKind``.
    ///
    /// The values of a kind are stored indirectly, so that states are cheap to copy.
    @usableFromInline
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

        /// The kind without its values.
        package var stateKind: StateKind {
            switch self {
            case .present: .present
            case .call: .call
            case .handler: .handler
            case .choice: .choice
            case .end: .end
            }
        }
    }

    /// The identifier of the state's node, in all but one state of the node followed by `/` and the part of the node.
    package var name: String
    /// The id of the state's node in ``LoweredFlow/nodes``, or nil for the state before the start.
    package var node: NodeID?
    @usableFromInline package var kind: Kind
    /// The block that each event runs; empty for a choice.
    package var transitions: Transitions

    package init(name: String, node: NodeID?, kind: Kind, transitions: Transitions) {
        self.name = name
        self.node = node
        self.kind = kind
        self.transitions = transitions
    }
}

extension State {
    /// The blocks of the state's events, in order, or the only block of a choice.
    package var blocks: [Block] {
        if case .choice(let block) = kind { [block] } else { transitions.blocks }
    }

    /// Whether the state is a choice, which continues immediately.
    @inlinable package var isChoice: Bool { if case .choice = kind { true } else { false } }
    /// Whether the state presents a step and waits for the host.
    @inlinable package var isPresent: Bool { if case .present = kind { true } else { false } }
    /// Whether the state sends a request and waits for the service.
    @inlinable package var isCall: Bool { if case .call = kind { true } else { false } }
    /// Whether the state calls a handler and waits for its result.
    @inlinable package var isHandler: Bool { if case .handler = kind { true } else { false } }
    @inlinable package var isEnd: Bool { if case .end = kind { true } else { false } }
}

extension State {
    /// The slots that the state itself reads, as opposed to its blocks.
    ///
    /// It shows, sends or passes on their values, checks answers against them, or computes its time limits from them.
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

    /// The slots of offered lists and of a time limit, which decide which events can occur in the state.
    package var branchingSlots: [SlotID] {
        guard case .present(let presentation) = kind else { return [] }
        var slots = presentation.asks.compactMap(\.offered)
        if case .slot(let slot)? = presentation.timeLimit { slots.append(slot) }
        return slots
    }
}

/// What the host shows and asks at a step.
@usableFromInline
package struct Presentation: Sendable, Hashable {
    /// A number of seconds, or the slot that holds it.
    package enum TimeLimit: Sendable, Hashable {
        case seconds(Int)
        case slot(SlotID)
    }

    package var step: ByteString
    package var shows: [Show]
    package var asks: [Ask]
    /// How long the host may take, or nil if the step has no limit of its own.
    package var timeLimit: TimeLimit?
    /// The slots that hold the ends of the deadlines that include the step, outermost first.
    package var deadlines: [SlotID] = []

    package init(step: ByteString, shows: [Show], asks: [Ask], timeLimit: TimeLimit?) {
        self.step = step
        self.shows = shows
        self.asks = asks
        self.timeLimit = timeLimit
    }
}

/// An end of a flow, which reports an outcome.
@usableFromInline
package struct Ending: Sendable, Hashable {
    /// The name of the outcome; empty for the state before the start.
    package var outcome: ByteString
    /// The name of the step that the end presents; empty if it presents none.
    package var step: ByteString
    package var shows: [Show]

    package init(outcome: ByteString, step: ByteString, shows: [Show]) {
        self.outcome = outcome
        self.step = step
        self.shows = shows
    }
}

/// A value that a step, or the start of the flow, asks the host for.
package struct Ask: Sendable, Hashable {
    /// The name of the member to submit.
    package var name: ByteString
    /// The slot that stores the answer.
    package var slot: SlotID
    /// The flags without an operand. Which of the others are set follows from the operands.
    package var flags = AskFlags()
    /// The required number of characters, or nil if any number will do.
    package var length: Int?
    /// The allowed words; empty if any text is allowed.
    package var words: [ByteString] = []
    /// The slot with the list of offered words, or nil if the words are not limited to such a list.
    package var offered: SlotID?
    /// The slot that stores the selected word in its declared spelling, or nil if the flow does not need it.
    package var meant: SlotID?
    /// The pattern that the text must match, or nil if there is none.
    package var pattern: PatternID?
    /// The value if the host does not answer, or nil if there is none.
    package var fallback: ByteString?

    /// Creates an optional ask that accepts any text.
    package init(name: ByteString, slot: SlotID) {
        self.name = name
        self.slot = slot
    }
}

extension Ask {
    /// Whether the host must answer.
    package var isRequired: Bool { flags[.required] }
    /// Whether the text must not be empty.
    package var isNonEmpty: Bool { flags[.nonEmpty] }
    /// Whether words are compared case-insensitively (ASCII).
    package var ignoresCase: Bool { flags[.ignoresCase] }
    /// Whether the value is a constant, which stays unchanged if a later start does not supply it.
    package var isConstant: Bool { flags[.constant] }

    /// The operand of a flag in a table.
    package enum Operand {
        /// A number, a slot or a pattern.
        case number(Int)
        case text(ByteString)
        case texts([ByteString])
    }

    /// Returns the operand of a flag, or nil if the ask or the flag has none.
    package func operand(of flag: AskFlag) -> Operand? {
        switch flag {
        case .length: length.map { .number($0) }
        case .words: words.isEmpty ? nil : .texts(words)
        case .offered: offered.map { .number($0.rawValue) }
        case .meant: meant.map { .number($0.rawValue) }
        case .pattern: pattern.map { .number($0.rawValue) }
        case .fallback: fallback.map { .text($0) }
        default: nil
        }
    }
}
