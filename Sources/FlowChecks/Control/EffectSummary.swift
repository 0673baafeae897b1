import FlowModel
import FlowTable

/// The effects of a path through a block: what its guards require at the start, and which slots and counters it
/// changes.
struct EffectSummary {
    /// Slots that have a value at the start.
    private var present: Set<SlotID> = []
    /// Counters that are below a limit at the start.
    private var below: Set<CounterID> = []
    /// Slots that have no value at the end.
    private var cleared: Set<SlotID> = []
    private var counted: Set<CounterID> = []
    /// Slots that must have a value at the start, or must not have one.
    private var required: [SlotID: Bool] = [:]
    /// Slots that are known to have a value at the end, or to have none.
    private var known: [SlotID: Bool] = [:]
    /// Slots whose values can differ from those at the start.
    private var touched: Set<SlotID> = []
    private var isAllTouched = false
    /// Slots that the path may assign.
    private(set) var sets: Set<SlotID> = []
    /// Counters that the path may reset.
    private(set) var resets: Set<CounterID> = []
    /// The last transition taken.
    private(set) var mark: TransitionID?

    /// Starts a path on which an event assigned some slots and changed others.
    init(sets: Set<SlotID> = [], touched: Set<SlotID> = []) {
        self.sets = sets
        self.touched = touched.union(sets)
    }

    /// Whether another path can run directly after this one.
    func canPrecede(_ next: EffectSummary) -> Bool {
        next.required.allSatisfy { slot, isPresent in known[slot] != !isPresent }
    }

    /// Slots that the path requires and clears.
    var usedUp: Set<SlotID> { present.intersection(cleared) }

    /// Counters that the path requires below a limit and counts.
    var countedDown: Set<CounterID> { below.intersection(counted).subtracting(resets) }

    /// Records that a condition holds, or that it does not.
    mutating func assume(_ condition: Condition, _ holds: Bool) {
        condition.forEachForced(holds) { test, holds in
            if holds {
                assume(test)
            } else if case .present(let slot) = test {
                note(slot, false)
            }
        }
    }

    private mutating func assume(_ test: ValueTest) {
        switch test {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _):
            note(slot, true)
            if !sets.contains(slot), !cleared.contains(slot) { present.insert(slot) }
        case .below(let counter, let bound):
            if bound <= 255, !resets.contains(counter) { below.insert(counter) }
        case .hasAll: break
        }
    }

    private mutating func note(_ slot: SlotID, _ isPresent: Bool) {
        known[slot] = isPresent
        if !isAllTouched, !touched.contains(slot) { required[slot] = isPresent }
    }

    private mutating func change(_ slots: some Sequence<SlotID>, _ isPresent: Bool?) {
        touched.formUnion(slots)
        for slot in slots { known[slot] = isPresent }
    }

    /// Records what an instruction leaves in slots.
    private mutating func follow(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source):
            // A list without words counts as absent.
            if case .literal(let text) = source.origin, text.utf8.contains(where: { $0 > 0x20 }) {
                change([slot], true)
            } else {
                change([slot], nil)
            }
        case .merge(let slot, _), .remaining(let slot, _, _), .remove(let slot, _), .begin(let slot, _):
            change([slot], nil)
        case .clear(let slots): change(slots, false)
        case .error: change([TableFormat.errorTypeSlot, TableFormat.errorMessageSlot], nil)
        case .restart:
            isAllTouched = true
            known = [:]
        case .forgetReply, .keepError: known = [:]
        default: break
        }
    }

    /// Applies an instruction.
    mutating func apply(_ instruction: Instruction) {
        follow(instruction)
        switch instruction {
        case .set(let slot, _), .merge(let slot, _):
            sets.insert(slot)
            cleared.remove(slot)
        case .clear(let slots):
            sets.subtract(slots)
            cleared.formUnion(slots)
        case .restart(let kept):
            sets.formIntersection(kept)
            cleared.formUnion(present.subtracting(kept))
        case .count(let counter): counted.insert(counter)
        case .reset(let counters):
            counted.subtract(counters)
            resets.formUnion(counters)
        case .remaining(let slot, _, _), .begin(let slot, _):
            sets.insert(slot)
            cleared.remove(slot)
        case .remove(let slot, _): sets.insert(slot)
        case .mark(let transition): mark = transition
        case .error:
            for slot in [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot] {
                sets.insert(slot)
                cleared.remove(slot)
            }
        case .jump, .jumpLast, .refuse, .when, .keepError, .forgetReply, .notify, .require: break
        }
    }

    /// Returns the join of two paths: the effects that hold on either.
    func joined(_ other: EffectSummary) -> EffectSummary {
        var result = self
        result.present.formIntersection(other.present)
        result.below.formIntersection(other.below)
        result.cleared.formIntersection(other.cleared)
        result.counted.formIntersection(other.counted)
        result.required = required.filter { other.required[$0.key] == $0.value }
        result.known = known.filter { other.known[$0.key] == $0.value }
        result.touched.formUnion(other.touched)
        result.isAllTouched = isAllTouched || other.isAllTouched
        result.sets.formUnion(other.sets)
        result.resets.formUnion(other.resets)
        result.mark = mark ?? other.mark
        return result
    }
}
