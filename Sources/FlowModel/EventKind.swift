/// The kinds of events that a flow has of its own.
package enum EventKind: Int, Sendable, CaseIterable {
    /// A command of the host.
    case command
    /// A deadline over several steps is over; the name is that of the slot that holds its end.
    case deadline
    /// A challenge of the service.
    case challenge
    /// An error of the service.
    case error
    /// A failure of a handler.
    case failure
}
