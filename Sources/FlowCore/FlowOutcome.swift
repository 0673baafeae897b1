import FlowTable

/// How a flow ended.
public struct FlowOutcome: Sendable {
    /// The outcome's name.
    public let name: String
    /// The name of the step that it belongs to; empty if none.
    public let step: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The error that led here, if there was one.
    public let error: FlowPendingError?
}
