import FlowTable

/// What the host shows and asks at a step.
public struct FlowPresentation: Sendable {
    /// The step's name in the flow.
    public let step: String
    /// The values to show, as a JSON object.
    public let parameters: JSONValue
    /// The inputs to ask for.
    public let asks: [FlowAsk]
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?
    /// The seconds until the host must send the event `timeout`, or nil if the step has no time limit and no deadline.
    public let timeLimit: Int?
}
