/// Events that every table has, by number.
package enum BuiltinEvent: Int, CaseIterable {
    /// The host starts, or starts again.
    case start
    /// The host submits the answers to a step.
    case submit
    /// The host cancels.
    case cancel
    /// The host goes back.
    case back
    /// The time limit of the presented step has passed.
    case timeout
    /// A handler has finished.
    case handled
    /// The service's reply is a success.
    case success
    /// The service's reply is malformed or unexpected.
    case invalid
    /// The service returns a challenge that has no event of its own.
    case otherChallenge
    /// The service returns an error that has no event of its own. Also the row entry for `*`.
    case otherError
    /// A handler failed with a name that has no event of its own. Also the row entry for `*`.
    case otherFailure
}
