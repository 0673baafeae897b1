import FlowAnalysis
import FlowIR
import FlowTable

/// The slots that a flow defines and uses, and the counters that it tests.
struct DefUse {
    /// The slots that the flow reads.
    private(set) var read: Set<SlotID> = []
    /// The slots that the flow assigns. Every flow assigns the pending error.
    private(set) var written = Set(ErrorSlot.all)
    /// The counters that a guard tests.
    private(set) var counters: Set<CounterID> = []

    /// Collects the definitions and uses of a flow.
    init(_ flow: CheckedFlow) {
        written.formUnion(flow.inputs.map(\.slot))
        for state in flow.states {
            add(state.kind)
            for block in state.blocks { block.forEachInstruction { add($0) } }
        }
    }

    /// Adds the definitions and uses of a state itself, without its blocks.
    private mutating func add(_ kind: State.Kind) {
        switch kind {
        case .present(let presentation):
            add(presentation.shows)
            for ask in presentation.asks {
                written.insert(ask.slot)
                if let meant = ask.meant {
                    // The flow reads the answer to assign the declared spelling of the selected word.
                    written.insert(meant)
                    read.insert(ask.slot)
                }
                if let offered = ask.offered { read.insert(offered) }
            }
            if case .slot(let slot)? = presentation.timeLimit { read.insert(slot) }
            read.formUnion(presentation.deadlines)
        case .call(let request):
            read.formUnion(request.inputs.flatMap { $0.source.slots })
            written.formUnion(request.reply.outputs.map(\.slot))
        case .handler(let use):
            read.formUnion(use.inputs.flatMap { $0.source.slots })
            written.formUnion(use.outputs.map(\.slot))
        case .choice: break
        case .end(let ending): add(ending.shows)
        }
    }

    /// Adds the slots of shown values to those that the flow reads.
    private mutating func add(_ shows: [Show]) { read.formUnion(shows.flatMap { $0.source.slots }) }

    /// Adds the definitions and uses of an instruction, except those of an inner block.
    private mutating func add(_ instruction: Instruction) {
        switch instruction {
        case .when(let condition, _): condition.forEachLeaf { add($0) }
        case .set(let slot, let source):
            written.insert(slot)
            read.formUnion(source.slots)
        case .remaining(let slot, _, _), .remove(let slot, _): written.insert(slot)
        case .begin(let slot, let limit):
            written.insert(slot)
            if case .slot(let source) = limit { read.insert(source) }
        case .merge(let slot, let added):
            written.insert(slot)
            read.insert(added)
        case .notify(let notification): add(notification.shows)
        case .require(let slots): read.formUnion(slots)
        default: break
        }
    }

    /// Adds the slots or the counter of a test to those that the flow uses.
    private mutating func add(_ test: ValueTest) {
        switch test {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _):
            read.insert(slot)
        case .hasAll(let holder, let wanted): read.formUnion([holder, wanted])
        case .below(let counter, _): counters.insert(counter)
        }
    }
}
