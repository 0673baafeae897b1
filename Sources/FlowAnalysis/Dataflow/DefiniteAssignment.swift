package import FlowModel
import FlowTable

/// Definite assignment: the values that are present at the entry of a state on every path. It ignores guards, except
/// for presence.
///
/// A quick check uses it: a choice behind a step need not test what the step demands.
package struct DefiniteAssignment {
    /// By state: the slots, or nil if it is unreachable.
    package private(set) var atEntry: [Set<SlotID>?]
    private let flow: CheckedFlow
    /// Slots that something other than a start assigns.
    private let written: Set<SlotID>
    private var waiting: [StateID]
    /// The values that are present at every jump to the last step, or nil if there is none.
    private var returning: Set<SlotID>?
    private static let error: Set<SlotID> = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]

    /// Analyses a flow.
    init(_ flow: CheckedFlow) {
        self.flow = flow
        written = flow.slotsAssignedAfterStart
        atEntry = Array(repeating: nil, count: flow.states.count)
        waiting = [flow.initialState]
        atEntry[flow.initialState] = []
        while let state = waiting.popLast() { expand(state) }
    }

    private mutating func enter(_ state: StateID, _ slots: Set<SlotID>) {
        let known = atEntry[state]
        var common = known.map { $0.intersection(slots) } ?? slots
        if flow.states[state].isPresent, let returning { common.formIntersection(returning) }
        guard common != known else { return }
        atEntry[state] = common
        waiting.append(state)
    }

    private mutating func expand(_ index: StateID) {
        guard let before = atEntry[index] else { return }
        let state = flow.states[index]
        if case .choice(let block) = state.kind {
            _ = run(block, before, before)
            return
        }
        for (event, block) in state.transitions.sorted(by: { $0.key < $1.key }) {
            var slots = before
            arrive(event, state, &slots)
            _ = run(block, slots, before)
        }
    }

    // MARK: Events

    private func arrive(_ event: EventID, _ state: State, _ slots: inout Set<SlotID>) {
        let kind = event < CheckedFlow.firstOwnEvent ? nil : flow.events[event - CheckedFlow.firstOwnEvent].kind
        switch (BuiltinEvent(rawValue: event), state.kind) {
        case (.handled, .handler(let use)):
            for output in use.outputs {
                give(output.slot, output.isRequired && flow.slots[output.slot].type != .list, &slots)
            }
            return
        case (.invalid, _), (.otherError, _), (.otherFailure, _): return slots.formUnion(Self.error)
        case (.start, _): for ask in flow.inputs { give(ask, &slots) }
        case (.submit, .present(let presentation)): for ask in presentation.asks { give(ask, &slots) }
        case (.success, .call(let request)), (.otherChallenge, .call(let request)): receive(request.reply, &slots)
        case (nil, .call(let request)) where kind == .challenge: receive(request.reply, &slots)
        case (nil, _) where kind == .error || kind == .failure: return slots.formUnion(Self.error)
        default: break
        }
        slots.subtract(Self.error)
    }

    private func give(_ slot: SlotID, _ isPresent: Bool, _ slots: inout Set<SlotID>) {
        if isPresent { slots.insert(slot) } else { slots.remove(slot) }
    }

    private func give(_ ask: Ask, _ slots: inout Set<SlotID>) {
        // An empty list counts as absent; a kept one may have no elements left.
        let isList = flow.slots[ask.slot].type == .list
        let canBeEmpty = !ask.isNonEmpty || ask.isConstant && written.contains(ask.slot)
        give(ask.slot, isList ? !canBeEmpty : ask.isRequired || ask.fallback != nil, &slots)
        if let meant = ask.meant { give(meant, ask.isRequired && ask.fallback == nil, &slots) }
    }

    private func receive(_ reply: ReplyForm, _ slots: inout Set<SlotID>) {
        for output in reply.outputs { slots.remove(output.slot) }
        for output in reply.outputs where output.demand == .all { slots.insert(output.slot) }
    }

    // MARK: Blocks

    /// Transfers a block. Returns the slots behind it, or nil if every path leaves it.
    private mutating func run(_ block: Block, _ start: Set<SlotID>, _ before: Set<SlotID>) -> Set<SlotID>? {
        var slots = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let state):
                enter(state, slots)
                return nil
            case .jumpLast(let otherwise):
                enter(otherwise, slots)
                returning = returning.map { $0.intersection(slots) } ?? slots
                for state in flow.states.indices where flow.states[state].isPresent && atEntry[state] != nil {
                    enter(state, slots)
                }
                return nil
            case .refuse: return nil
            case .when(let condition, let inner):
                let end = run(inner, slots.union(condition.demanded(true)), before)
                slots.formUnion(condition.demanded(false))
                if let end { slots.formIntersection(end) }
            default: change(instruction, &slots, before)
            }
        }
        return slots
    }

    private func change(_ instruction: Instruction, _ slots: inout Set<SlotID>, _ before: Set<SlotID>) {
        switch instruction {
        case .set(let slot, let source): give(slot, isPresent(source, in: slot, slots), &slots)
        case .merge(let slot, let added): if slots.contains(added) { slots.insert(slot) }
        case .clear(let cleared): slots.subtract(cleared)
        case .remove(let slot, _): slots.remove(slot)
        case .restart(let kept): slots.formIntersection(Set(kept).union(Self.error))
        case .remaining(let slot, _, _), .begin(let slot, _): slots.insert(slot)
        case .require(let required): slots.formUnion(required)
        case .error: slots.formUnion(Self.error)
        case .forgetReply, .keepError: slots.formIntersection(before)
        case .jump, .jumpLast, .refuse, .when, .count, .reset, .notify, .mark: break
        }
    }

    private func isPresent(_ source: Source, in slot: SlotID, _ slots: Set<SlotID>) -> Bool {
        if let other = source.otherwise, slots.contains(other) { return true }
        switch source.origin {
        case .slot(let origin): return slots.contains(origin)
        // A list without words counts as absent.
        case .literal(let text): return flow.slots[slot].type != .list || text.utf8.contains { $0 > 0x20 }
        }
    }
}

extension Condition {
    /// Returns the slots that have a value if the condition has one.
    fileprivate func demanded(_ holds: Bool) -> Set<SlotID> {
        var result: Set<SlotID> = []
        forEachForced(holds) { test, holds in
            switch test {
            case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _):
                if holds { result.insert(slot) }
            case .below, .hasAll: break
            }
        }
        return result
    }
}
