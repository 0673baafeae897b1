import FlowTable

/// What the host shows and asks at a step.
public struct FlowPresentation: Sendable {
    /// The step's name in the flow.
    public let step: String
    /// The values to show, as a JSON object.
    public let parameters: JSONValue
    /// The inputs to ask for.
    public let asks: [FlowAsk]
    /// The error that led here, if there was one.
    public let error: FlowPendingError?
    /// The seconds left until the flow needs the event `timeout`: the minimum of the step's limit and its deadlines.
    /// It is nil if there are none.
    public let timeLimit: Int?
}
