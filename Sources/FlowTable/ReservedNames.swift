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

/// The errors that the runtime raises itself, rather than the service or a handler.
///
/// The raw value is the type of the pending error. A `class` in a flow can name each of them.
package enum ReservedError: String, Sendable, CaseIterable {
    /// Raised by the machine if a reply is not a JSON object, but for example empty, HTML or truncated.
    case malformedReply = "malformed-reply"
    /// Raised by the machine if a reply is neither a challenge nor a success.
    case unrecognisedReply = "unrecognised-reply"
    /// Raised by the machine if the flow has no node for a challenge.
    case unknownChallenge = "unknown-challenge"
    /// Raised by the machine if the service description rules out the reply.
    case unexpectedReply = "unexpected-reply"
    /// Raised by the machine if a reply lacks a parameter that the flow requires.
    case missingParameter = "missing-parameter"
    /// Raised by the machine if a parameter's JSON type contradicts the service description.
    case wrongType = "wrong-type"
    /// Raised by the machine if a handler's result lacks a required port.
    case missingOutput = "missing-output"
    /// Raised by the machine if a value in a handler's result has the wrong type.
    case wrongOutput = "wrong-output"
    /// Raised by a handler if a required port has no value.
    case missingInput = "missing-input"
    /// Raised by the runner if no handler is registered under a name.
    case noHandler = "no-handler"
    /// Raised by the runner if a handler exceeds its time limit.
    case noResult = "no-result"
    /// Raised by the runner if a request exceeds its time limit.
    case noAnswer = "no-answer"
    /// Raised by the client if the transport fails.
    case network
    /// Raised by the client if its configuration is incomplete for a request.
    case configuration

    package enum Event: Sendable {
        case invalid
        /// An error instead of a reply.
        case error
        case failure
    }

    package var event: Event {
        switch self {
        case .malformedReply, .unrecognisedReply, .unknownChallenge, .unexpectedReply, .missingParameter, .wrongType:
            .invalid
        case .missingOutput, .wrongOutput, .missingInput, .noHandler, .noResult: .failure
        case .noAnswer, .network, .configuration: .error
        }
    }
}
