import FlowTable

/// Number of a state in ``CheckedFlow/states``.
package typealias StateID = Int

/// Number of a slot in ``CheckedFlow/slots``.
package typealias SlotID = Int

/// Number of a counter in ``CheckedFlow/counters``.
package typealias CounterID = Int

/// Number of a pattern in ``CheckedFlow/patterns``.
package typealias PatternID = Int

/// Number of a built-in event, or ``CheckedFlow/firstOwnEvent`` + an index in ``CheckedFlow/events``.
package typealias EventID = Int

/// Number of a transition in the source.
package typealias TransitionID = Int

/// The slots that every flow has: those of the pending error.
package enum ErrorSlot {
    /// The slot that holds the type of the pending error.
    package static var type: SlotID { TableFormat.errorTypeSlot }
    /// The slot that holds the message of the pending error.
    package static var message: SlotID { TableFormat.errorMessageSlot }
    /// Both slots.
    package static let all: [SlotID] = [type, message]
}
