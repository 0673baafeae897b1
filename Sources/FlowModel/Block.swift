/// What a transition does: instructions in order. Every way through a block ends in a ``Instruction/jump(_:)``,
/// ``Instruction/jumpLast(otherwise:)`` or ``Instruction/refuse(_:)``.
package struct Block: Sendable, Hashable {
    /// The instructions.
    package var instructions: [Instruction]

    /// A block.
    package init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    /// The state that a block leads to if it does nothing else.
    package var plainTarget: StateID? {
        let real = instructions.filter { if case .mark = $0 { false } else { true } }
        guard real.count == 1, case .jump(let state) = real[0] else { return nil }
        return state
    }
}

/// One thing that a transition does.
package indirect enum Instruction: Sendable, Hashable {
    /// Go to a state.
    case jump(StateID)
    /// Go to the step presented last, or to `otherwise` if none was since the start.
    case jumpLast(otherwise: StateID)
    /// Refuse the event under a name; only before anything was changed.
    case refuse(String)
    /// Run a block if a condition holds, else or after it (where it does not leave) go on behind it.
    case when(Condition, Block)
    /// Set a slot; an absent source clears it.
    case set(SlotID, Source)
    /// Add the entries of one map to another; entries of the second win.
    case merge(SlotID, SlotID)
    /// Clear slots.
    case clear([SlotID])
    /// Clear all slots but these, set all counters to zero, and forget what was presented.
    case restart(keeping: [SlotID])
    /// Add one to a counter.
    case count(CounterID)
    /// Set counters to zero.
    case reset([CounterID])
    /// Set the pending error.
    case error(type: String, message: String)
    /// Keep nothing of what the reply at hand brought.
    case forgetReply
    /// Leave the pending error as it is, whatever this event brought.
    case keepError
    /// Tell the host.
    case notify(Notification)
    /// The reply is invalid without these slots.
    case require([SlotID])
    /// A transition as written in the source is taken.
    case mark(TransitionID)
}

/// A condition on a flow's data.
package indirect enum Condition: Sendable, Hashable {
    case constant(Bool)
    /// A slot has a value. A fact holds if its slot has one.
    case present(SlotID)
    /// A text is a literal.
    case equals(SlotID, String, ignoringCase: Bool)
    /// A list has an item, a map a key, or a text a part.
    case contains(SlotID, String)
    /// A text has a form.
    case matches(SlotID, PatternID)
    /// A list, or the keys of a map, hold all items of a list.
    case hasAll(SlotID, SlotID)
    /// A counter is below a number.
    case below(CounterID, Int)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
}
