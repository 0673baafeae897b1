import FlowTable

/// An error that the flow reports to its host.
public struct FlowPendingError: Sendable {
    /// The type, as the service, the handler or the flow names it.
    public let type: String
    /// The message, which may be empty.
    public let message: String
    /// The flow's class for this type; empty if it declares none.
    public let category: String
}
