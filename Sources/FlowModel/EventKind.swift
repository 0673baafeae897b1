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
