import FlowTable

/// How a flow ended.
public struct FlowOutcome: Sendable {
    /// The outcome's name.
    public let name: String
    /// The step name told with it; empty if none.
    public let step: String
    /// What is shown: a JSON object.
    public let parameters: JSONValue
    /// The error that led here, if one did.
    public let error: FlowPendingError?
}
