/// The events that every flow has, with their numbers.
package enum BuiltinEvent: Int, CaseIterable {
    /// The host starts the flow, or starts it again.
    case start
    /// The host submits the answers to a step.
    case submit
    /// The host sends `cancel`.
    case cancel
    /// The host sends `back`.
    case back
    /// The time limit of the presented step has passed.
    case timeout
    /// A handler has finished.
    case handled
    /// The service's reply is a success.
    case success
    /// The service's reply is malformed or unexpected.
    case invalid
    /// The service returns a challenge that has no event of its own. In a flow, `*` names this event.
    case otherChallenge
    /// The service returns an error that has no event of its own. In a flow, `*` names this event.
    case otherError
    /// A handler fails with a name that has no event of its own. In a flow, `*` names this event.
    case otherFailure
}
