/// The types of errors that come neither from the service nor from a handler: whoever runs a flow raises them.
///
/// The raw value is the type of the pending error. The compiler lets a `class` name each of them.
package enum ReservedError: String, Sendable, CaseIterable {
    /// The machine, when a reply is no JSON object: empty, HTML, cut off.
    case malformedReply = "malformed-reply"
    /// The machine, when a reply is neither a challenge nor a success.
    case unrecognisedReply = "unrecognised-reply"
    /// The machine, when a reply brings a challenge that the flow has no node for.
    case unknownChallenge = "unknown-challenge"
    /// The machine, when a reply is one that cannot follow on the request, as the service description says.
    case unexpectedReply = "unexpected-reply"
    /// The machine, when a reply lacks a parameter that the flow requires.
    case missingParameter = "missing-parameter"
    /// The machine, when a parameter of a reply has another JSON type than the service description says.
    case wrongType = "wrong-type"
    /// The machine, when a handler's result lacks a port that its declaration requires.
    case missingOutput = "missing-output"
    /// The machine, when a port of a handler's result has a value of another type than its declaration says.
    case wrongOutput = "wrong-output"
    /// A handler, when a port that it cannot do without has no value.
    case missingInput = "missing-input"
    /// The runner, when no handler is registered under a name.
    case noHandler = "no-handler"
    /// The runner, when a handler gives no result in time.
    case noResult = "no-result"
    /// The runner, when the service does not answer in time.
    case noAnswer = "no-answer"
    /// The client, when something goes wrong on the way to the service.
    case network
    /// The client, when it lacks what it needs for a request.
    case configuration

    /// The event as which it comes.
    package enum Event: Sendable {
        /// An invalid reply.
        case invalid
        /// An error in place of a reply.
        case error
        /// A failure of a handler.
        case failure
    }

    /// The event as which it comes.
    package var event: Event {
        switch self {
        case .malformedReply, .unrecognisedReply, .unknownChallenge, .unexpectedReply, .missingParameter, .wrongType:
            .invalid
        case .missingOutput, .wrongOutput, .missingInput, .noHandler, .noResult: .failure
        case .noAnswer, .network, .configuration: .error
        }
    }
}
