import FlowTable

/// An error that the flow reports to its host.
public struct FlowPendingError: Sendable {
    /// The type, as named by the service, a handler or the flow.
    public let type: String
    /// The message, which may be empty.
    public let message: String
    /// The class that the flow declares for the type; empty if it declares none.
    public let category: String
}
