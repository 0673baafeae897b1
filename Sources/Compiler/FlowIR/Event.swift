/// An event that a flow defines.
package struct Event: Sendable, Hashable {
    package var kind: EventKind
    /// The name that the host, the service or the handler uses.
    package var name: String

    /// Creates an event of a flow.
    package init(kind: EventKind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Returns whether two events have the same kind and name. Names are compared byte by byte.
    package static func == (left: Event, right: Event) -> Bool {
        left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
    }
}

/// The kinds of events that a flow defines.
package enum EventKind: Int, Sendable, CaseIterable {
    /// A command of the host.
    case command
    /// A deadline over several steps has passed. The event has the name of the slot that holds the deadline's end.
    case deadline
    /// The service returns a challenge.
    case challenge
    /// The service returns an error.
    case error
    /// A handler fails.
    case failure
}
