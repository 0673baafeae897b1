package import FlowIR
import FlowTable

/// Definite assignment: the slots that are present on every path.
///
/// The analysis ignores guards, except that they prove presence. With its result, the check of choices knows that a
/// choice after a step need not test the answers that the step requires.
package struct DefiniteAssignment: ForwardAnalysis {
    private let types: Table<Slot, SlotType>
    /// The slots that something other than a start assigns or clears.
    private let assignedAfterStart: SlotBits
    private let errorSlots: SlotBits
    package let initial: SlotBits

    /// Creates the analysis, in whose initial element no slot is present.
    init(_ flow: LoweredFlow) {
        types = flow.slots.mapValues(\.type)
        assignedAfterStart = flow.slotsAssignedAfterStart
        initial = SlotBits(count: types.count)
        errorSlots = SlotBits(ErrorSlot.all, of: initial)
    }

    /// Keeps the slots that are present on both paths. Returns whether this removed any.
    package func join(_ element: inout SlotBits, _ other: SlotBits) -> Bool { element.formIntersection(other) }

    /// Adds the slots to which an event always assigns a value. Removes the other slots that it can assign or clear.
    package func transfer(
        _ present: inout SlotBits, over transition: ControlFlow.Transition, in state: StateID
    ) {
        assign(transition.effect.values, &present)
        switch transition.effect.error {
        case .kept: break
        case .raised: present.formUnion(errorSlots)
        case .cleared, .optional: present.subtract(errorSlots)
        }
    }

    /// Adds the slots to which an event with these values always assigns one. Removes the others that it can assign.
    private func assign(_ values: EventEffect.Values, _ present: inout SlotBits) {
        switch values {
        case .none: break
        case .answers(let asks): for ask in asks { assign(ask, &present) }
        case .reply(let form, _):
            // Only values that every reply must contain are present.
            present.remove(form.outputs.map(\.slot))
            for output in form.outputs where output.demand == .all { present.insert(output.slot) }
        case .result(let use):
            // An empty list counts as absent.
            for output in use.outputs {
                present.set(output.slot, output.isRequired && types[output.slot] != .list)
            }
        }
    }

    /// Adds the slots that certainly have a value after a change, and removes the slots that may have none.
    package func transfer(_ present: inout SlotBits, over change: DataChange) {
        switch change {
        case .write(let slot, .copy(let source)): present.set(slot, isPresent(source, for: slot, present))
        case .write(let slot, .union(let other)): if present.contains(other) { present.insert(slot) }
        case .write(let slot, .rest): present.remove(slot)
        case .write(let slot, .computed): present.insert(slot)
        case .clear(let slots): present.remove(slots)
        case .clearAll(let kept):
            var surviving = errorSlots
            surviving.insert(kept)
            present.formIntersection(surviving)
        case .raise: present.formUnion(errorSlots)
        case .count, .reset: break
        }
    }

    /// Adds the slots that a read requires, because a run continues only if they have values.
    package func transfer(_ present: inout SlotBits, over read: DataRead) {
        if case .require(let slots) = read { present.insert(slots) }
    }

    /// Keeps the slots that are present both before the event and now, since a restoration can concern only the error.
    package func transfer(_ present: inout SlotBits, over restoration: Restoration, before: SlotBits) {
        present.formIntersection(before)
    }

    /// Adds the slots that must have values for a condition to have the value `holds`.
    package func assume(_ condition: Condition, _ holds: Bool, _ present: inout SlotBits) {
        condition.forEachForced(holds) { test, holds in
            switch test {
            case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _):
                if holds { present.insert(slot) }
            case .below, .hasAll: break
            }
        }
    }

    /// Adds or removes the slot of an ask, and the slot of the selected word's declared spelling, after an answer.
    private func assign(_ ask: Ask, _ present: inout SlotBits) {
        if types[ask.slot] == .list {
            // An empty list counts as absent. A start can leave a constant list as it is, and the flow may have removed
            // its elements.
            let canHaveLostItems = ask.isConstant && assignedAfterStart.contains(ask.slot)
            present.set(ask.slot, ask.isNonEmpty && !canHaveLostItems)
        } else {
            present.set(ask.slot, ask.isRequired || ask.fallback != nil)
        }
        // A fallback is stored without a declared spelling.
        if let meant = ask.meant { present.set(meant, ask.isRequired && ask.fallback == nil) }
    }

    /// Returns whether a slot certainly has a value after the assignment of a source.
    private func isPresent(_ source: Source, for slot: SlotID, _ present: SlotBits) -> Bool {
        if let other = source.otherwise, present.contains(other) { return true }
        switch source.origin {
        case .slot(let origin): return present.contains(origin)
        // An empty list counts as absent.
        case .literal(let text): return types[slot] != .list || text.hasListElement
        }
    }
}
