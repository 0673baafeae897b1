/// Why a reply cannot be understood: the type of the pending error on the event `invalid`.
package enum InvalidReply: String, Sendable, CaseIterable {
    /// Not a JSON object: empty, HTML, cut off.
    case malformedReply = "malformed-reply"
    /// Neither a challenge nor a success.
    case unrecognisedReply = "unrecognised-reply"
    /// A challenge that the flow has no node for.
    case unknownChallenge = "unknown-challenge"
    /// A parameter that the flow requires is not there.
    case missingParameter = "missing-parameter"
    /// A parameter has another JSON type than the service description says.
    case wrongType = "wrong-type"
}
