package import FlowIR
import FlowTable

/// Definite assignment: the values that are present at the entry of a state on every path.
///
/// The analysis ignores guards, except for tests of presence. With its result, the check of choices knows that a choice
/// after a step need not test the answers that the step requires.
package struct DefiniteAssignment {
    /// By state: the slots that are present at its entry, or nil if the state is unreachable.
    package private(set) var atEntry: [Set<SlotID>?]
    private let flow: CheckedFlow
    /// The slots that something other than a start assigns.
    private let written: Set<SlotID>
    private var waiting: [StateID]
    /// The slots that are present at every jump to the last step, or nil if no such jump was found.
    private var presentAtLastStep: Set<SlotID>?
    /// The slots of the pending error.
    private static let errorSlots = Set(ErrorSlot.all)

    /// Computes the definite assignment of a flow.
    init(_ flow: CheckedFlow) {
        self.flow = flow
        written = flow.slotsAssignedAfterStart
        atEntry = Array(repeating: nil, count: flow.states.count)
        waiting = [flow.initialState]
        atEntry[flow.initialState] = []
        while let state = waiting.popLast() { expand(state) }
    }

    /// Restricts the slots at the entry of a state to the given ones, and schedules the state if they changed.
    private mutating func enter(_ state: StateID, _ slots: Set<SlotID>) {
        let known = atEntry[state]
        var common = known.map { $0.intersection(slots) } ?? slots
        if flow.states[state].isPresent, let presentAtLastStep { common.formIntersection(presentAtLastStep) }
        guard common != known else { return }
        atEntry[state] = common
        waiting.append(state)
    }

    /// Propagates the slots at the entry of a state over all its events to the targets of their jumps.
    private mutating func expand(_ index: StateID) {
        guard let before = atEntry[index] else { return }
        let state = flow.states[index]
        if case .choice(let block) = state.kind {
            transfer(block, from: before, before)
            return
        }
        for (event, block) in state.transitions {
            var slots = before
            applyEvent(event, in: state, &slots)
            transfer(block, from: slots, before)
        }
    }

    // MARK: Events

    /// Updates the present slots by an event, before its block runs.
    private func applyEvent(_ event: EventID, in state: State, _ slots: inout Set<SlotID>) {
        let kind = flow.definition(of: event)?.kind
        switch (event.builtin, state.kind) {
        case (.handled, .handler(let use)):
            // An empty list counts as absent. The result of a handler keeps the pending error.
            for output in use.outputs {
                set(output.slot, isPresent: output.isRequired && flow.slots[output.slot].type != .list, &slots)
            }
            return
        case (.invalid, _), (.otherError, _), (.otherFailure, _):
            slots.formUnion(Self.errorSlots)
            return
        case (.start, _): for ask in flow.inputs { assign(ask, &slots) }
        case (.submit, .present(let presentation)): for ask in presentation.asks { assign(ask, &slots) }
        case (.success, .call(let request)), (.otherChallenge, .call(let request)): receive(request.reply, &slots)
        case (nil, .call(let request)) where kind == .challenge: receive(request.reply, &slots)
        case (nil, _) where kind == .error || kind == .failure:
            slots.formUnion(Self.errorSlots)
            return
        default: break
        }
        // All other events clear the pending error.
        slots.subtract(Self.errorSlots)
    }

    /// Inserts a slot into the present slots if `isPresent` is true, and otherwise removes it.
    private func set(_ slot: SlotID, isPresent: Bool, _ slots: inout Set<SlotID>) {
        if isPresent { slots.insert(slot) } else { slots.remove(slot) }
    }

    /// Updates the present slots by the answer to an ask and by the declared spelling of the selected word.
    private func assign(_ ask: Ask, _ slots: inout Set<SlotID>) {
        // An empty list counts as absent. A constant list that the flow changes may have lost its elements.
        let isList = flow.slots[ask.slot].type == .list
        let canBeEmpty = !ask.isNonEmpty || ask.isConstant && written.contains(ask.slot)
        set(ask.slot, isPresent: isList ? !canBeEmpty : ask.isRequired || ask.fallback != nil, &slots)
        if let meant = ask.meant { set(meant, isPresent: ask.isRequired && ask.fallback == nil, &slots) }
    }

    /// Updates the present slots by a reply. Only values that every reply must contain are present.
    private func receive(_ reply: ReplyForm, _ slots: inout Set<SlotID>) {
        for output in reply.outputs { slots.remove(output.slot) }
        for output in reply.outputs where output.demand == .all { slots.insert(output.slot) }
    }

    // MARK: Blocks

    /// Propagates the present slots over a block, and enters the states to which it jumps.
    ///
    /// Returns the slots after the block, or nil if every path leaves it. `before` has the slots before the event.
    @discardableResult
    private mutating func transfer(
        _ block: Block, from start: Set<SlotID>, _ before: Set<SlotID>
    ) -> Set<SlotID>? {
        var slots = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let state):
                enter(state, slots)
                return nil
            case .jumpLast(let otherwise):
                enter(otherwise, slots)
                presentAtLastStep = presentAtLastStep.map { $0.intersection(slots) } ?? slots
                for state in flow.states.indices where flow.states[state].isPresent && atEntry[state] != nil {
                    enter(state, slots)
                }
                return nil
            case .refuse: return nil
            case .when(let condition, let inner):
                let end = transfer(inner, from: slots.union(condition.presentSlots(if: true)), before)
                slots.formUnion(condition.presentSlots(if: false))
                if let end { slots.formIntersection(end) }
            default: apply(instruction, &slots, before)
            }
        }
        return slots
    }

    /// Updates the present slots by an instruction that does not jump. `before` has the slots before the event.
    private func apply(_ instruction: Instruction, _ slots: inout Set<SlotID>, _ before: Set<SlotID>) {
        switch instruction {
        case .set(let slot, let source): set(slot, isPresent: isPresent(source, for: slot, slots), &slots)
        case .merge(let slot, let added): if slots.contains(added) { slots.insert(slot) }
        case .clear(let cleared): slots.subtract(cleared)
        case .remove(let slot, _): slots.remove(slot)
        case .restart(let kept): slots.formIntersection(Set(kept).union(Self.errorSlots))
        case .remaining(let slot, _, _), .begin(let slot, _): slots.insert(slot)
        case .require(let required): slots.formUnion(required)
        case .error: slots.formUnion(Self.errorSlots)
        case .forgetReply, .keepError: slots.formIntersection(before)
        case .jump, .jumpLast, .refuse, .when, .count, .reset, .notify, .mark: break
        }
    }

    /// Whether a slot certainly has a value after the assignment of a source. `slots` has the present slots.
    private func isPresent(_ source: Source, for slot: SlotID, _ slots: Set<SlotID>) -> Bool {
        if let other = source.otherwise, slots.contains(other) { return true }
        switch source.origin {
        case .slot(let origin): return slots.contains(origin)
        // A list without words counts as absent.
        case .literal(let text): return flow.slots[slot].type != .list || text.utf8.contains { $0 > UInt8(ascii: " ") }
        }
    }
}

extension Condition {
    /// Returns the slots that certainly have a value if the condition has the value `holds`.
    fileprivate func presentSlots(if holds: Bool) -> Set<SlotID> {
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
