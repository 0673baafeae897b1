import FlowAnalysis
import FlowDiagnostics
import FlowIR

/// The effects of a path through a block: what its guards require at the start, and what the path changes.
struct EffectSummary {
    /// The slots that the path requires to have a value at the start.
    private var present: Set<SlotID> = []
    /// The counters that the path requires below a limit at the start.
    private(set) var below: Set<CounterID> = []
    /// The slots that certainly have no value at the end. It need not contain slots that are not in `present`.
    private var cleared: Set<SlotID> = []
    /// The counters that the path increments and does not reset again.
    private(set) var counted: Set<CounterID> = []
    /// By slot: whether the path requires that it has a value at the start, or that it has none.
    private var required: [SlotID: Bool] = [:]
    /// By slot: whether it is known to have a value at the end, or to have none.
    private var known: [SlotID: Bool] = [:]
    /// By equality test: whether the path requires at the start that it holds, or that it fails.
    private var requiredTests: [ValueTest: Bool] = [:]
    /// By slot: the literal that it is known to hold at the end.
    private var texts: [SlotID: ByteString] = [:]
    /// The slots whose values can differ from those at the start.
    private var touched: Set<SlotID> = []
    /// Whether the values of all slots can differ from those at the start.
    private var isAllTouched = false
    /// The slots to which the path may assign a value that it does not clear again.
    private(set) var sets: Set<SlotID> = []
    /// The counters that the path may reset.
    private(set) var resets: Set<CounterID> = []
    /// The last transition that the path takes, or nil if it takes none.
    private(set) var mark: TransitionID?

    /// Creates the effects of a transition's event before its block runs.
    ///
    /// Every event counts as touching the pending error. A choice runs its block without an event.
    init(_ transition: ControlFlow.Transition) {
        sets = Set(transition.effect.values.slots + (transition.effect.raisesError ? ErrorSlot.all : []))
        touched = transition.event == nil ? sets : sets.union(ErrorSlot.all)
    }

    /// Returns whether another path can follow this one directly: no slot contradicts the requirements of the other.
    func canPrecede(_ next: EffectSummary) -> Bool {
        // If it is unknown whether a slot has a value, either requirement can be met. So it is with an unknown value.
        next.required.allSatisfy { slot, isPresent in known[slot] != !isPresent }
            && next.requiredTests.allSatisfy { test, holds in
                guard case .equals(let slot, let word, let ignoresCase) = test, let text = texts[slot] else {
                    return true
                }
                return (ignoresCase ? text.folded == word.folded : text == word) == holds
            }
    }

    /// The slots whose value the path requires at the start and clears.
    var consumed: Set<SlotID> { present.intersection(cleared) }

    /// Adds the requirement that a condition has the value `holds` at this point of the path.
    mutating func assume(_ condition: Condition, _ holds: Bool) {
        condition.forEachForced(holds) { test, holds in
            if case .equals(let slot, _, _) = test, !isAllTouched, !touched.contains(slot) {
                requiredTests[test] = holds
            }
            if holds {
                assume(test)
            } else if case .present(let slot) = test {
                require(slot, isPresent: false)
            }
        }
    }

    /// Adds the requirement that a test is true at this point of the path.
    private mutating func assume(_ test: ValueTest) {
        switch test {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _):
            require(slot, isPresent: true)
            if !sets.contains(slot), !cleared.contains(slot) { present.insert(slot) }
        case .below(let counter, let bound):
            // Counters stop at 255, so a greater bound limits nothing.
            if bound <= Int(UInt8.max), !resets.contains(counter) { below.insert(counter) }
        // Every list has all items of an absent list, so no value is required.
        case .hasAll: break
        }
    }

    /// Adds the requirement that a slot has a value at this point of the path. If `isPresent` is false, it must have
    /// none.
    private mutating func require(_ slot: SlotID, isPresent: Bool) {
        known[slot] = isPresent
        if !isAllTouched, !touched.contains(slot) { required[slot] = isPresent }
    }

    /// Records that slots change, and whether they then have a value. The value nil means unknown.
    private mutating func recordChange(of slots: some Sequence<SlotID>, isPresent: Bool?) {
        touched.formUnion(slots)
        for slot in slots { (known[slot], texts[slot]) = (isPresent, nil) }
    }

    /// Appends an instruction to the path, and updates the effects. Reads, branches and exits have none.
    mutating func apply(_ effect: InstructionEffect) {
        switch effect {
        case .change(let change): apply(change)
        case .restore(let restoration): apply(restoration)
        case .mark(let transition): mark = transition
        case .read, .branch, .exit: break
        }
    }

    /// Appends to the path a return of values from before the event. Whether these values are present is unknown.
    private mutating func apply(_ restoration: Restoration) {
        (known, texts) = ([:], [:])
        switch restoration {
        case .everything: (cleared, counted) = ([], [])
        case .error: cleared.subtract(ErrorSlot.all)
        }
    }

    /// Appends to the path a change of data, and updates the effects.
    private mutating func apply(_ change: DataChange) {
        switch change {
        case .write(let slot, .copy(let source)):
            // An empty list counts as absent, so after the assignment of a blank literal, presence is unknown.
            assign([slot], isPresent: source.isNonBlankLiteral ? true : nil)
            if case .literal(let text) = source.origin { texts[slot] = text }
        case .write(let slot, .union), .write(let slot, .computed): assign([slot], isPresent: nil)
        // Removing entries gives no value to a slot that was cleared.
        case .write(let slot, .rest):
            recordChange(of: [slot], isPresent: nil)
            sets.insert(slot)
        case .raise: assign(ErrorSlot.all, isPresent: nil)
        case .clear(let slots):
            recordChange(of: slots, isPresent: false)
            sets.subtract(slots)
            cleared.formUnion(slots)
        case .clearAll(let kept):
            isAllTouched = true
            (known, texts) = ([:], [:])
            sets.formIntersection(kept)
            cleared.formUnion(present.subtracting(kept))
        case .count(let counter): counted.insert(counter)
        case .reset(let counters):
            counted.subtract(counters)
            resets.formUnion(counters)
        }
    }

    /// Records that slots are assigned. `isPresent` tells whether they then have a value; nil means unknown.
    private mutating func assign(_ slots: [SlotID], isPresent: Bool?) {
        recordChange(of: slots, isPresent: isPresent)
        sets.formUnion(slots)
        cleared.subtract(slots)
    }

    /// Returns the join of the effects of two paths.
    ///
    /// The join keeps what is certain on both paths: requirements, cleared slots, counted counters and known values. It
    /// unites what may happen on either: touched and assigned slots, and reset counters. The transition is the one of
    /// this path, or else the one of the other path.
    func joined(with other: EffectSummary) -> EffectSummary {
        var result = self
        result.present.formIntersection(other.present)
        result.below.formIntersection(other.below)
        result.cleared.formIntersection(other.cleared)
        result.counted.formIntersection(other.counted)
        result.required = required.filter { other.required[$0.key] == $0.value }
        result.known = known.filter { other.known[$0.key] == $0.value }
        result.requiredTests = requiredTests.filter { other.requiredTests[$0.key] == $0.value }
        result.texts = texts.filter { other.texts[$0.key] == $0.value }
        result.touched.formUnion(other.touched)
        result.isAllTouched = isAllTouched || other.isAllTouched
        result.sets.formUnion(other.sets)
        result.resets.formUnion(other.resets)
        result.mark = mark ?? other.mark
        return result
    }
}

extension Source {
    /// Whether the source is a literal with more than white space.
    fileprivate var isNonBlankLiteral: Bool {
        guard case .literal(let text) = origin else { return false }
        return text.hasListElement
    }
}
