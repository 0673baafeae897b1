import FlowIR
import FlowTable

/// The slots whose values a later test can see before they are overwritten, by state.
///
/// This is a live-variable analysis (Aho, Lam, Sethi and Ullman, *Compilers*, section 9.2.5) in which only tests count
/// as uses. Runs that differ only in other slots take the same transitions.
struct BranchRelevantSlots {
    /// By state: the live slots.
    private(set) var live: [Set<SlotID>]
    private let flow: CheckedFlow
    /// The states that present a step.
    private let presented: [StateID]
    /// The slots of constants, which keep their values when the flow starts again.
    private let constants: Set<SlotID>
    private static let errorSlots = Set(ErrorSlot.all)

    /// Computes the live slots of a flow as a fixpoint.
    init(_ flow: CheckedFlow) {
        self.flow = flow
        live = flow.states.map { Self.slotsTested(by: $0) }
        presented = flow.states.indices.filter { flow.states[$0].isPresent }
        constants = Set(flow.inputs.filter(\.isConstant).map(\.slot))
        while propagateOnce() {}
    }

    /// Returns the slots that a state itself branches on: those of offered lists, and of a time limit.
    private static func slotsTested(by state: State) -> Set<SlotID> {
        guard case .present(let presentation) = state.kind else { return [] }
        var slots = Set(presentation.asks.compactMap(\.offered))
        if case .slot(let slot) = presentation.timeLimit { slots.insert(slot) }
        return slots
    }

    /// Propagates live slots backward through every state, in one pass.
    /// - Returns: whether any set has grown, so that another pass is necessary.
    private mutating func propagateOnce() -> Bool {
        var hasGrown = false
        for index in flow.states.indices.reversed() {
            let before = live[index].count
            if case .choice(let block) = flow.states[index].kind { live[index].formUnion(liveBefore(block, in: index)) }
            for (event, block) in flow.states[index].transitions {
                let needed = liveBefore(block, in: index)
                let assigned = slotsAssigned(by: event, in: flow.states[index])
                live[index].formUnion(block.canRestoreValues ? needed : needed.subtracting(assigned))
            }
            if live[index].count > before { hasGrown = true }
        }
        return hasGrown
    }

    /// Returns the slots that an event always assigns or clears before its block runs.
    private func slotsAssigned(by event: EventID, in state: State) -> Set<SlotID> {
        switch (event.builtin, state.kind) {
        case (.start, _): return Set(flow.slots.indices).subtracting(constants)
        case (.submit, .present(let presentation)):
            let assignedAsks = presentation.asks.filter { !$0.isConstant }
            return Set(assignedAsks.map(\.slot)).union(assignedAsks.compactMap(\.meant))
        case (.success, .call(let request)), (.otherChallenge, .call(let request)):
            return Set(request.reply.outputs.map(\.slot))
        case (.handled, .handler(let use)): return Set(use.outputs.map(\.slot))
        case (nil, .call(let request)):
            let isChallenge = flow.definition(of: event)?.kind == .challenge
            return isChallenge ? Set(request.reply.outputs.map(\.slot)) : []
        default: return []
        }
    }

    /// Returns the slots that are live after an event has assigned its values, or an empty set if the state rejects it.
    func liveSlots(after event: EventID, in state: StateID) -> Set<SlotID> {
        flow.states[state].transitions[event].map { liveBefore($0, in: state) } ?? []
    }

    /// Returns the slots that are live before a block of a state, given those that are live after the block.
    private func liveBefore(_ block: Block, in state: StateID, liveAfter: Set<SlotID> = []) -> Set<SlotID> {
        var current = liveAfter
        for instruction in block.instructions.reversed() { transfer(instruction, &current, state) }
        return current
    }

    /// Replaces the slots that are live after an instruction of a state by those that are live before it.
    ///
    /// `current` contains these slots. A jump ignores them, because no instruction after it runs.
    private func transfer(_ instruction: Instruction, _ current: inout Set<SlotID>, _ state: StateID) {
        switch instruction {
        case .jump(let target): current = live[target]
        case .jumpLast(let otherwise): current = presented.reduce(live[otherwise]) { $0.union(live[$1]) }
        case .refuse: current = live[state]
        case .when(let condition, let inner):
            current.formUnion(liveBefore(inner, in: state, liveAfter: current))
            condition.forEachLeaf { current.formUnion($0.slots) }
        case .set(let slot, let source): if current.remove(slot) != nil { current.formUnion(source.slots) }
        case .merge(let slot, let added): if current.contains(slot) { current.insert(added) }
        case .clear(let slots): current.subtract(slots)
        case .remaining(let slot, _, _), .begin(let slot, _): current.remove(slot)
        case .restart(let kept): current.formIntersection(constants.union(kept).union(Self.errorSlots))
        case .error: current.subtract(Self.errorSlots)
        case .require(let slots): current.formUnion(slots)
        case .forgetReply, .keepError: current.formUnion(live[state])
        case .remove, .count, .reset, .notify, .mark: break
        }
    }
}

extension Block {
    /// Whether the block can restore a value from before its event.
    fileprivate var canRestoreValues: Bool {
        instructions.contains { instruction in
            switch instruction {
            case .forgetReply, .keepError, .refuse: true
            case .when(_, let inner): inner.canRestoreValues
            default: false
            }
        }
    }
}

extension State {
    /// Whether the state presents a step.
    fileprivate var isPresent: Bool { if case .present = kind { true } else { false } }
}
