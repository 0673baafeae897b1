import FlowTable

/// A message from the flow to its host that needs no answer.
public struct FlowNotification: Sendable {
    /// The notification's name.
    public let name: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The error that led here, if there was one.
    public let error: FlowPendingError?
}
