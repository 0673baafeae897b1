import FlowIR

/// The slots that a flow defines and uses, and the counters that it tests.
struct DefUse {
    private(set) var read: Set<SlotID> = []
    /// The slots that the flow assigns. Every flow assigns the pending error.
    private(set) var written = Set(ErrorSlot.all)
    /// The counters that a guard tests.
    private(set) var counters: Set<CounterID> = []

    /// Collects the definitions and uses of a flow.
    init(_ flow: LoweredFlow) {
        written.formUnion(flow.inputs.map(\.slot))
        for state in flow.states {
            read.formUnion(state.readSlots)
            written.formUnion(state.received.slots)
            if case .answers(let asks) = state.received {
                // The flow reads an answer to assign the declared spelling of the selected word.
                for ask in asks where ask.meant != nil { read.insert(ask.slot) }
            }
            for block in state.blocks { block.forEachInstruction { add($0.effect) } }
        }
    }

    /// Adds the definitions and uses of an instruction, but not of its inner block.
    private mutating func add(_ effect: InstructionEffect) {
        read.formUnion(effect.reads)
        if case .change(.write(let slot, _)) = effect { written.insert(slot) }
        guard case .branch(let condition, _) = effect else { return }
        condition.forEachLeaf { if case .below(let counter, _) = $0 { counters.insert(counter) } }
    }
}
