import FlowTable

/// A request to the service.
public struct FlowRequest: Sendable {
    /// The name of the operation.
    public let operation: String
    /// The body, as a JSON object.
    public let body: JSONValue

    /// Creates a request for an operation with a JSON object as its body.
    package init(operation: String, body: JSONValue) {
        self.operation = operation
        self.body = body
    }
}
