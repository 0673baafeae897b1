/// An event of a flow's own.
package struct Event: Sendable, Hashable {
    /// What kind of event it is.
    package var kind: EventKind
    /// Its name, as the host, the service or the handler says it.
    package var name: String

    /// An event.
    package init(kind: EventKind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Names are the same byte by byte.
    package static func == (left: Event, right: Event) -> Bool {
        left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
    }
}
