import FlowTable

/// A request to the service.
public struct FlowRequest: Sendable {
    /// The operation.
    public let operation: String
    /// The body: a JSON object.
    public let body: WireValue

    /// A request.
    package init(operation: String, body: WireValue) {
        self.operation = operation
        self.body = body
    }
}
