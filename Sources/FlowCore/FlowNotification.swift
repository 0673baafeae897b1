import FlowTable

/// A message from the flow to its host that needs no answer.
public struct FlowNotification: Sendable {
    /// The notification's name.
    public let name: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?
}
