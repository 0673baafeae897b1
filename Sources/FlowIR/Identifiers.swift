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

extension CheckedFlow {
    /// The number of the first event that a flow defines. The ``BuiltinEvent``s come before it.
    package static var firstOwnEvent: EventID { TableFormat.firstOwnEvent }
}
