/// An event that a flow defines.
package struct Event: Sendable, Hashable {
    /// The kind of the event.
    package var kind: EventKind
    /// The name that the host, the service or the handler uses.
    package var name: String

    /// Creates an event of a kind with a name.
    package init(kind: EventKind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Returns whether two events have the same kind and name. Names are compared byte by byte.
    package static func == (left: Event, right: Event) -> Bool {
        left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
    }
}
