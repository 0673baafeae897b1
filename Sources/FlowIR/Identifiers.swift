package import FlowTable

/// The number of an element of a table. `Tag` tells the ids of one table from those of another.
///
/// It is inlinable, since the proofs index tables in their innermost loops.
@usableFromInline
package struct ID<Tag>: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number.
    @usableFromInline package let rawValue: Int

    /// Creates the id with a number.
    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }

    /// Creates the id with a number.
    @inlinable
    package init(integerLiteral rawValue: Int) { self.rawValue = rawValue }

    /// Returns whether two ids have the same number.
    @inlinable
    package static func == (left: ID, right: ID) -> Bool { left.rawValue == right.rawValue }

    /// Returns whether one id has a smaller number than another.
    @inlinable
    package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }

    /// Hashes the number.
    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The number in decimal digits.
    @usableFromInline package var description: String { String(rawValue) }
}

/// Number of a state in ``LoweredFlow/states``.
package typealias StateID = Int

/// Number of a slot in ``LoweredFlow/slots``.
package typealias SlotID = Int

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

extension Array {
    /// The element with an id.
    @inlinable
    package subscript<Tag>(id: ID<Tag>) -> Element {
        get { self[id.rawValue] }
        _modify { yield &self[id.rawValue] }
    }

    /// The element with an id, or nil if there is none.
    @inlinable
    package subscript<Tag>(ifPresent id: ID<Tag>) -> Element? {
        indices.contains(id.rawValue) ? self[id.rawValue] : nil
    }
}

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

    /// Creates the id of a built-in event.
    package init(_ event: BuiltinEvent) { self.init(event.rawValue) }

    /// Creates the id of the event with an index in ``LoweredFlow/events``.
    package init(own index: Int) { self.init(TableFormat.firstOwnEvent + index) }

    /// The built-in event with this id, or nil if the flow defines the event.
    package var builtin: BuiltinEvent? { BuiltinEvent(rawValue: rawValue) }

    /// The index in ``LoweredFlow/events`` of an event that the flow defines.
    package var ownIndex: Int { rawValue - TableFormat.firstOwnEvent }
}

/// The slots that every flow has: those of the pending error.
package enum ErrorSlot {
    /// The slot that holds the type of the pending error.
    package static var type: SlotID { TableFormat.errorTypeSlot }
    /// The slot that holds the message of the pending error.
    package static var message: SlotID { TableFormat.errorMessageSlot }
    /// Both slots.
    package static let all: [SlotID] = [type, message]
}
