import FlowModel
import FlowTable

/// By state: the slots whose values a later test can see before they are overwritten.
///
/// A live-variable analysis (Aho, Lam, Sethi and Ullman, *Compilers*, section 9.2.5) in which only tests are uses:
/// runs that differ in no other slot take the same transitions.
struct BranchRelevantSlots {
    /// By state: the live slots.
    private(set) var live: [Set<SlotID>]
    private let flow: CheckedFlow
    private let presented: [StateID]
    private let constants: Set<SlotID>

    init(_ flow: CheckedFlow) {
        self.flow = flow
        live = flow.states.map { Self.used(by: $0) }
        presented = flow.states.indices.filter { flow.states[$0].isPresent }
        constants = Set(flow.inputs.filter(\.isConstant).map(\.slot))
        while grow() {}
    }

    /// Returns the slots that a state branches on.
    private static func used(by state: State) -> Set<SlotID> {
        guard case .present(let presentation) = state.kind else { return [] }
        var slots = Set(presentation.asks.compactMap(\.offered))
        if case .slot(let slot) = presentation.timeLimit { slots.insert(slot) }
        return slots
    }

    /// Visits every state once.
    /// - Returns: whether a set grew.
    private mutating func grow() -> Bool {
        var isGrowing = false
        for index in flow.states.indices.reversed() {
            let before = live[index].count
            if case .choice(let block) = flow.states[index].kind { live[index].formUnion(liveBefore(block, [], index)) }
            for (event, block) in flow.states[index].transitions {
                let needed = liveBefore(block, [], index)
                live[index].formUnion(block.looksBack ? needed : needed.subtracting(brought(event, flow.states[index])))
            }
            if live[index].count > before { isGrowing = true }
        }
        return isGrowing
    }

    /// Returns the slots that an event always assigns or clears.
    private func brought(_ event: EventID, _ state: State) -> Set<SlotID> {
        switch (BuiltinEvent(rawValue: event), state.kind) {
        case (.start, _): return Set(flow.slots.indices).subtracting(constants)
        case (.submit, .present(let presentation)):
            return Set(
                presentation.asks.filter { !$0.isConstant }.flatMap { [$0.slot] + ($0.meant.map { [$0] } ?? []) })
        case (.success, .call(let request)), (.otherChallenge, .call(let request)):
            return Set(request.reply.outputs.map(\.slot))
        case (.handled, .handler(let use)): return Set(use.outputs.map(\.slot))
        case (nil, .call(let request)):
            let isChallenge = flow.events[event - CheckedFlow.firstOwnEvent].kind == .challenge
            return isChallenge ? Set(request.reply.outputs.map(\.slot)) : []
        default: return []
        }
    }

    /// Returns the slots that are live after an event has assigned its values.
    func live(behind event: EventID, in state: StateID) -> Set<SlotID> {
        flow.states[state].transitions[event].map { liveBefore($0, [], state) } ?? []
    }

    /// Transfers a block backward: returns the slots that are live before it.
    private func liveBefore(_ block: Block, _ behind: Set<SlotID>, _ state: StateID) -> Set<SlotID> {
        var live = behind
        for instruction in block.instructions.reversed() { pass(instruction, &live, state) }
        return live
    }

    private func pass(_ instruction: Instruction, _ live: inout Set<SlotID>, _ state: StateID) {
        switch instruction {
        case .jump(let target): live = self.live[target]
        case .jumpLast(let otherwise): live = presented.reduce(self.live[otherwise]) { $0.union(self.live[$1]) }
        case .refuse: live = self.live[state]
        case .when(let condition, let inner):
            live.formUnion(liveBefore(inner, live, state))
            condition.forEachLeaf { live.formUnion($0.slots) }
        case .set(let slot, let source): if live.remove(slot) != nil { live.formUnion(source.slots) }
        case .merge(let slot, let added): if live.contains(slot) { live.insert(added) }
        case .clear(let slots): live.subtract(slots)
        case .remaining(let slot, _, _), .begin(let slot, _): live.remove(slot)
        case .restart(let kept): live.formIntersection(constants.union(kept).union([0, 1]))
        case .error: live.subtract([0, 1])
        case .require(let slots): live.formUnion(slots)
        case .forgetReply, .keepError: live.formUnion(self.live[state])
        case .remove, .count, .reset, .notify, .mark: break
        }
    }
}

extension Block {
    /// Whether it can restore a value from before its event.
    fileprivate var looksBack: Bool {
        instructions.contains { instruction in
            switch instruction {
            case .forgetReply, .keepError, .refuse: true
            case .when(_, let inner): inner.looksBack
            default: false
            }
        }
    }
}

extension State {
    fileprivate var isPresent: Bool { if case .present = kind { true } else { false } }
}
