/// The events that every flow has, with their numbers.
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
    /// The service returns a challenge that has no event of its own. Also `*` for challenges.
    case otherChallenge
    /// The service returns an error that has no event of its own. Also `*` for errors.
    case otherError
    /// A handler fails with a name that has no event of its own. Also `*` for failures.
    case otherFailure
}
