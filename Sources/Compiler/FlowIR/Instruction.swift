package import FlowDiagnostics

/// An instruction of a transition. Large ones are stored indirectly, since a flow has many jumps and marks.
package enum Instruction: Sendable, Hashable {
    case jump(StateID)
    /// Enters the step presented last, or `otherwise` if none was presented since the start.
    case jumpLast(otherwise: StateID)
    /// Refuses the event under a name, and undoes all changes since the event.
    indirect case refuse(ByteString)
    /// Runs a block if a condition holds. Unless the block enters a state or refuses, the next instruction follows.
    indirect case when(Condition, Block)
    /// Sets a slot to the value of a source, or clears it if the source has no value.
    indirect case set(SlotID, Source)
    /// Adds the entries of the map in the second slot to the map in the first. Entries with the same keys are replaced.
    case merge(SlotID, SlotID)
    case clear([SlotID])
    /// Removes entries from a map or a list.
    indirect case remove(SlotID, entries: [ByteString])
    /// Clears all slots except these and the pending error, and forgets the step presented last.
    case restart(keeping: [SlotID])
    case count(CounterID)
    /// Sets counters to zero.
    case reset([CounterID])
    /// Sets a slot to a number minus a counter, or to 0 if the counter is greater, in decimal digits.
    indirect case remaining(SlotID, CounterID, Int)
    /// Starts a deadline: sets a slot to the instant at which the time limit will have expired.
    indirect case begin(SlotID, Presentation.TimeLimit)
    /// Sets the pending error.
    indirect case error(type: ByteString, message: ByteString)
    /// Undoes all changes since the event, which discards the values of a reply.
    case forgetReply
    /// Restores the pending error to what it was before this event.
    case keepError
    indirect case notify(Notification)
    /// Rejects the reply as invalid unless all these slots have a value.
    case require([SlotID])
    /// Records that a transition in the source is taken.
    case mark(TransitionID)
}

extension Instruction {
    /// What the instruction reads and writes, and where control goes.
    package var effect: InstructionEffect {
        switch self {
        case .jump(let state): .exit(.state(state))
        case .jumpLast(let otherwise): .exit(.lastStep(otherwise: otherwise))
        case .refuse(let name): .exit(.refusal(name))
        case .when(let condition, let block): .branch(condition, block)
        case .set(let slot, let source): .change(.write(slot, .copy(source)))
        case .merge(let slot, let added): .change(.write(slot, .union(with: added)))
        case .remove(let slot, let entries): .change(.write(slot, .rest(without: entries)))
        case .remaining(let slot, _, _), .begin(let slot, .seconds): .change(.write(slot, .computed(from: nil)))
        case .begin(let slot, .slot(let seconds)): .change(.write(slot, .computed(from: seconds)))
        case .clear(let slots): .change(.clear(slots))
        case .restart(let kept): .change(.clearAll(except: kept))
        case .error(let type, let message): .change(.raise(type: type, message: message))
        case .count(let counter): .change(.count(counter))
        case .reset(let counters): .change(.reset(counters))
        case .forgetReply: .restore(.everything)
        case .keepError: .restore(.error)
        case .notify(let notification): .read(.show(notification))
        case .require(let slots): .read(.require(slots))
        case .mark(let transition): .mark(transition)
        }
    }
}

/// A notification to the host.
package struct Notification: Sendable, Hashable {
    package var name: ByteString
    package var shows: [Show]

    package init(name: ByteString, shows: [Show]) {
        self.name = name
        self.shows = shows
    }
}
