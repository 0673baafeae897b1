import FlowTable

/// Something that a flow tells its host without asking.
public struct FlowNotification: Sendable {
    /// The notification's name.
    public let name: String
    /// What is shown: a JSON object.
    public let parameters: JSONValue
    /// The error that led here, if one did.
    public let error: FlowPendingError?
}
