import FlowTable

/// How a flow ended.
public struct FlowOutcome: Sendable {
    /// The outcome's name.
    public let name: String
    /// The name of the step that the end presents; empty if it presents none.
    public let step: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?
}
