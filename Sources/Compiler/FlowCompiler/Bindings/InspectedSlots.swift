import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// The slots whose texts a guard or the rule of an ask reads.
///
/// A flow sees only a handle in place of a `FlowSecret`, so a secret that the flow inspects must be a text.
struct InspectedSlots {
    /// The slots that are inspected after any answer.
    private var anywhere: Set<SlotID> = []
    /// By step: the answers that are inspected when they are submitted, before they reach any other state.
    private var whenSubmitted: [StateID: Set<SlotID>] = [:]
    /// By slot: the slots whose values are copied to it.
    private var copies: [SlotID: Set<SlotID>] = [:]

    init(of flow: LoweredFlow) {
        anywhere = Set(flow.inputs.filter(\.isInspected).map(\.slot))
        for state in flow.states.indices { collect(flow.states[state], state) }
        addSources()
    }

    /// Returns whether the flow inspects an input, or an answer to a step.
    func contains(_ slot: SlotID, askedAt step: StateID?) -> Bool {
        if anywhere.contains(slot) { return true }
        guard let step else { return false }
        return whenSubmitted[step]?.contains(slot) == true
    }

    /// Adds the slots that a state inspects: its own answers when they are submitted, and other slots anywhere.
    private mutating func collect(_ state: State, _ id: StateID) {
        let asks = state.asks
        let answers = Set(asks.map(\.slot))
        whenSubmitted[id] = Set(asks.filter(\.isInspected).map(\.slot))
        for ask in asks { if let meant = ask.meant { copies[meant, default: []].insert(ask.slot) } }
        if case .choice(let block) = state.kind { anywhere.formUnion(inspected(by: block)) }
        for (event, block) in state.transitions {
            let slots = inspected(by: block)
            if event == .submit {
                whenSubmitted[id, default: []].formUnion(slots.intersection(answers))
                anywhere.formUnion(slots.subtracting(answers))
            } else {
                anywhere.formUnion(slots)
            }
        }
    }

    /// Returns the slots that a block inspects, and records what it copies.
    private mutating func inspected(by block: Block) -> Set<SlotID> {
        var slots: Set<SlotID> = []
        block.forEachInstruction { instruction in
            switch instruction.effect {
            case .branch(let condition, _): condition.forEachLeaf { slots.formUnion($0.inspectedSlots) }
            case .change(.write(let slot, let value)): copies[slot, default: []].formUnion(value.sources)
            case .change, .read, .restore, .exit, .mark: break
            }
        }
        return slots
    }

    /// Adds the slots whose values reach one that is inspected anywhere.
    private mutating func addSources() {
        var waiting = Array(anywhere)
        while let slot = waiting.popLast() {
            for source in copies[slot] ?? [] where anywhere.insert(source).inserted { waiting.append(source) }
        }
    }
}

extension ValueTest {
    /// The slots whose texts the test reads.
    ///
    /// A test for presence reads no text. Neither does one for an empty text: the handle of an empty secret is empty.
    fileprivate var inspectedSlots: [SlotID] {
        switch self {
        case .present, .equals(_, "", _): []
        default: slots
        }
    }
}

extension State {
    fileprivate var asks: [Ask] { if case .present(let presentation) = kind { presentation.asks } else { [] } }
}

extension Ask {
    /// Whether the ask has a length, a pattern or words, or accepts only words of a list.
    fileprivate var isInspected: Bool { length != nil || pattern != nil || !words.isEmpty || offered != nil }
}
