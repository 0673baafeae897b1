package import FlowTable

/// The number of an element of a table. `Tag` makes the ids of different tables different types.
///
/// It is inlinable, since the proofs index tables in their innermost loops.
@usableFromInline
package struct ID<Tag>: Hashable, Strideable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    @usableFromInline let number: Int32

    @inlinable
    package init(_ rawValue: Int) { number = Int32(rawValue) }

    @inlinable
    package init(integerLiteral rawValue: Int) { self.init(rawValue) }

    @inlinable package var rawValue: Int { Int(number) }

    @inlinable
    package func distance(to other: ID) -> Int { other.rawValue - rawValue }

    @inlinable
    package func advanced(by distance: Int) -> ID { ID(rawValue + distance) }

    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The number in decimal digits.
    @usableFromInline package var description: String { String(number) }
}

/// The id of a state in ``LoweredFlow/states``.
package typealias StateID = ID<State>

/// The id of a slot in ``LoweredFlow/slots``.
package typealias SlotID = ID<Slot>

/// The id of a node in ``LoweredFlow/nodes``.
package typealias NodeID = ID<Node>

/// The id of a counter in ``LoweredFlow/counters``.
package typealias CounterID = ID<Counter>

/// The id of a pattern in ``LoweredFlow/patterns``.
package typealias PatternID = ID<Pattern>

/// The id of a built-in event, or of an event in ``LoweredFlow/events``.
package typealias EventID = ID<Event>

/// The id of a transition in the source, whose place is in ``FlowAnnotations/transitions``.
package typealias TransitionID = ID<TransitionPlace>

/// A counter, of which a flow stores only the name.
package enum Counter {}

extension ID<Event> {
    package static var start: EventID { EventID(.start) }
    package static var submit: EventID { EventID(.submit) }
    package static var cancel: EventID { EventID(.cancel) }
    package static var back: EventID { EventID(.back) }
    package static var timeout: EventID { EventID(.timeout) }
    package static var handled: EventID { EventID(.handled) }
    package static var success: EventID { EventID(.success) }
    package static var invalid: EventID { EventID(.invalid) }
    package static var otherChallenge: EventID { EventID(.otherChallenge) }
    package static var otherError: EventID { EventID(.otherError) }
    package static var otherFailure: EventID { EventID(.otherFailure) }

    package init(_ event: BuiltinEvent) { self.init(event.rawValue) }

    /// Creates the id of an event that the flow defines, from its index in ``LoweredFlow/events``.
    package init(own index: Int) { self.init(TableFormat.firstOwnEvent + index) }

    /// The built-in event with this id, or nil if the flow defines the event.
    package var builtin: BuiltinEvent? { BuiltinEvent(rawValue: rawValue) }

    /// The index in ``LoweredFlow/events`` of an event that the flow defines.
    package var ownIndex: Int { rawValue - TableFormat.firstOwnEvent }
}

/// The slots of the pending error, which every flow has.
package enum ErrorSlot {
    /// The slot that holds the type of the pending error.
    package static var type: SlotID { SlotID(TableFormat.errorTypeSlot) }
    /// The slot that holds the message of the pending error.
    package static var message: SlotID { SlotID(TableFormat.errorMessageSlot) }
    package static let all: [SlotID] = [type, message]
}
