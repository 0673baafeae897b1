/// One thing that a transition does.
package enum Instruction: Sendable, Hashable {
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
    /// Take entries out of a map or a list.
    case remove(SlotID, entries: [String])
    /// Clear all slots but these, and forget what was presented.
    case restart(keeping: [SlotID])
    /// Add one to a counter.
    case count(CounterID)
    /// Set counters to zero.
    case reset([CounterID])
    /// Set a slot to how far a counter is from a number, in digits; 0 beyond it.
    case remaining(SlotID, CounterID, Int)
    /// Begin a deadline: set a slot to the instant at which the time is over.
    case begin(SlotID, Presentation.TimeLimit)
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

extension Instruction {
    /// Texts are the same byte by byte.
    package static func == (left: Instruction, right: Instruction) -> Bool {
        switch (left, right) {
        case (.jump(let left), .jump(let right)), (.jumpLast(let left), .jumpLast(let right)): left == right
        case (.refuse(let left), .refuse(let right)): left.utf8.elementsEqual(right.utf8)
        case (.when(let left, let block), .when(let right, let other)): left == right && block == other
        case (.set(let left, let source), .set(let right, let other)): left == right && source == other
        case (.merge(let left, let added), .merge(let right, let other)): left == right && added == other
        case (.clear(let left), .clear(let right)), (.restart(let left), .restart(let right)),
            (.reset(let left), .reset(let right)), (.require(let left), .require(let right)):
            left == right
        case (.remove(let left, let entries), .remove(let right, let others)):
            left == right && entries.elementsEqual(others) { $0.utf8.elementsEqual($1.utf8) }
        case (.count(let left), .count(let right)), (.mark(let left), .mark(let right)): left == right
        case (.remaining(let left, let counter, let most), .remaining(let right, let other, let bound)):
            left == right && counter == other && most == bound
        case (.begin(let left, let limit), .begin(let right, let other)): left == right && limit == other
        case (.error(let left, let message), .error(let right, let other)):
            left.utf8.elementsEqual(right.utf8) && message.utf8.elementsEqual(other.utf8)
        case (.notify(let left), .notify(let right)): left == right
        case (.forgetReply, .forgetReply), (.keepError, .keepError): true
        default: false
        }
    }
}
