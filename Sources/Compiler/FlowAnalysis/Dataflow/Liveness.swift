package import FlowIR

/// Live variable analysis: the slots whose values a run may still read.
///
/// This is the backward analysis in section 9.2.5 of "Compilers" by Aho, Lam, Sethi and Ullman. It does not evaluate
/// guards, so a value is live if any branch reads it.
package struct Liveness: Sendable {
    /// The reads that make a value live.
    package enum Reads: Sendable {
        /// Everything that the flow tests, shows, sends, or passes to a handler or a required input of a sub-flow.
        case all
        /// As `all`, except that a value does not become live only because a restart keeps it.
        case allBeforeRestart
        /// What decides which transitions the flow takes.
        case branching
    }

    private let fixpoint: Dataflow<LivenessAnalysis>

    /// Computes the liveness of the slots of a flow.
    ///
    /// The annotations tell which challenges are impossible. Without them, every challenge is possible.
    package init(_ controlFlow: ControlFlow, _ annotations: FlowAnnotations? = nil, _ reads: Reads = .all) {
        fixpoint = Dataflow(backward: LivenessAnalysis(controlFlow.flow, annotations, reads), controlFlow)
    }

    package func slots(atEntryOf state: StateID) -> SlotBits { fixpoint.elements[state] }

    /// Returns the slots that are live at the states that an exit can enter.
    package func slots(after exit: BlockExit) -> SlotBits { fixpoint.element(after: exit) }

    /// Returns the slots that are live before a block runs, after the event has assigned its values.
    package func slots(before block: Block) -> SlotBits { fixpoint.element(before: block) }
}

/// The lattice of sets of slots, ordered by inclusion, and the transfer functions of liveness.
private struct LivenessAnalysis: BackwardAnalysis, Sendable {
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations?
    private let reads: Liveness.Reads
    private let errorSlots: SlotBits
    let initial: SlotBits

    /// Creates the analysis, in whose initial element no slot is live.
    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations?, _ reads: Liveness.Reads) {
        (self.flow, self.annotations, self.reads) = (flow, annotations, reads)
        initial = SlotBits(count: flow.slots.count)
        errorSlots = SlotBits(ErrorSlot.all, of: initial)
    }

    /// Adds the slots that are live on another path. Returns whether any is new.
    func join(_ element: inout SlotBits, _ other: SlotBits) -> Bool { element.formUnion(other) }

    /// Returns the slots that a state itself reads or, if only branching counts, those with which it branches.
    func element(neededBy state: StateID) -> SlotBits {
        if reads == .branching { return SlotBits(flow.states[state].branchingSlots, of: initial) }
        var needed = SlotBits(flow.states[state].readSlots, of: initial)
        // A required input of a sub-flow must have a value, even if the sub-flow never reads it.
        for need in annotations?.states[state]?.needs ?? [] { needed.insert(need.source.slots) }
        return needed
    }

    /// Returns whether the event of a transition can occur in a state.
    ///
    /// The result is false only for a named challenge that the service never returns there.
    func canOccur(_ transition: ControlFlow.Transition, in state: StateID) -> Bool {
        // Other events are not excluded, so that a table does not depend on their mention in the service description.
        guard case .reply(_, .challenge) = transition.effect.values else { return true }
        return annotations?.allow(transition.effect, in: state, of: flow) ?? true
    }

    /// Removes the slots that an event assigns or clears.
    func transfer(_ live: inout SlotBits, backwardOver event: EventEffect) {
        event.forEachAssigned { live.remove($0) }
        switch event.error {
        case .kept: break
        case .cleared, .optional, .raised: live.subtract(errorSlots)
        }
    }

    /// Removes the slots that a change overwrites or clears, and adds the sources of a value if its target is live.
    func transfer(_ live: inout SlotBits, backwardOver change: DataChange) {
        switch change {
        case .write(let slot, let value):
            guard live.contains(slot) else { break }
            if !value.keepsOldValue { live.remove(slot) }
            live.insert(value.sources)
        case .clear(let slots): live.remove(slots)
        case .clearAll(let kept):
            var surviving = errorSlots
            if reads != .allBeforeRestart { surviving.insert(kept) }
            live.formIntersection(surviving)
        case .raise: live.subtract(errorSlots)
        case .count, .reset: break
        }
    }

    /// Adds the slots that are read. If only branching counts, showing a value does not count as reading it.
    func transfer(_ live: inout SlotBits, backwardOver read: DataRead) {
        switch read {
        case .show: if reads != .branching { live.insert(read.slots) }
        case .require(let slots): live.insert(slots)
        }
    }

    func transfer(_ live: inout SlotBits, backwardOver condition: Condition) {
        condition.forEachLeaf { live.insert($0.slots) }
    }
}
