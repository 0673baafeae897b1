package import FlowDiagnostics

/// The effect of an instruction: what it reads and writes, and where control goes.
///
/// Analyses are written against effects. To add an instruction that only writes a slot, give it an effect; no analysis
/// changes.
package enum InstructionEffect {
    /// Data or a counter change, and the next instruction follows.
    case change(DataChange)
    /// Values are read, and the next instruction follows.
    case read(DataRead)
    /// Data from before the event are restored, and the next instruction follows.
    case restore(Restoration)
    /// A block runs if a condition holds. The next instruction follows unless control leaves the block by an exit.
    case branch(Condition, Block)
    /// Control leaves the block.
    case exit(BlockExit)
    /// A transition is recorded, and the next instruction follows.
    case mark(TransitionID)
}

/// A change of a run's data or counters.
package enum DataChange {
    case write(SlotID, WrittenValue)
    case clear([SlotID])
    /// All slots are cleared, except these and the pending error. The step presented last is forgotten.
    case clearAll(except: [SlotID])
    /// The pending error is set.
    case raise(type: ByteString, message: ByteString)
    case count(CounterID)
    /// Counters are set to zero.
    case reset([CounterID])
}

/// The value that an instruction writes to a slot.
package enum WrittenValue {
    /// The value of a source. If the source has no value, the slot is cleared.
    case copy(Source)
    /// The old value with the entries of another slot.
    case union(with: SlotID)
    /// The old value without some entries. A list can become empty, and so absent.
    case rest(without: [ByteString])
    /// A number that the machine computes, for which it may read a slot. It is always present, and never secret.
    case computed(from: SlotID?)

    /// The slots whose values determine the written value, except the written slot.
    package var sources: [SlotID] {
        switch self {
        case .copy(let source): source.slots
        case .union(let other): [other]
        case .computed(let slot?): [slot]
        case .rest, .computed(nil): []
        }
    }

    /// Whether the old value of the slot is part of the written value.
    package var keepsOldValue: Bool {
        switch self {
        case .union, .rest: true
        case .copy, .computed: false
        }
    }
}

/// A use of values that changes no data.
package enum DataRead {
    /// The host sees values.
    case show(Notification)
    /// The reply is invalid unless these slots have values.
    case require([SlotID])

    package var slots: [SlotID] {
        switch self {
        case .show(let notification): notification.shows.flatMap { $0.source.slots }
        case .require(let slots): slots
        }
    }
}

/// The data from before an event that an instruction restores.
package enum Restoration {
    /// All data, counters and the step presented last.
    case everything
    case error
}

/// A way in which control leaves a block.
package enum BlockExit {
    case state(StateID)
    /// Enters the step presented last, or a state if none was presented since the start.
    case lastStep(otherwise: StateID)
    /// Refuses the event under a name. The data are as before the event.
    case refusal(ByteString)

    /// The state that is entered, or the one that replaces the last step; nil for a refusal.
    package var target: StateID? {
        switch self {
        case .state(let state), .lastStep(let state): state
        case .refusal: nil
        }
    }
}

extension InstructionEffect {
    /// The slots that the instruction reads, including the slots in the condition of a branch.
    ///
    /// A write that keeps the old value of its slot does not count as a read of this slot.
    package var reads: [SlotID] {
        switch self {
        case .change(.write(_, let value)): return value.sources
        case .read(let read): return read.slots
        case .branch(let condition, _):
            var slots: [SlotID] = []
            condition.forEachLeaf { slots += $0.slots }
            return slots
        case .change(.clear), .change(.clearAll), .change(.raise), .change(.count), .change(.reset), .restore, .exit,
            .mark:
            return []
        }
    }

    /// The slots that the instruction assigns or clears, except the pending error and those that a restart clears.
    package var writes: [SlotID] {
        switch self {
        case .change(.write(let slot, _)): [slot]
        case .change(.clear(let slots)): slots
        case .change(.clearAll), .change(.raise), .change(.count), .change(.reset), .read, .restore, .branch, .exit,
            .mark:
            []
        }
    }
}
