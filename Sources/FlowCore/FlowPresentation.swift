import FlowTable

/// What a host shows and asks at a step.
public struct FlowPresentation: Sendable {
    /// The step's name, as the flow gives it.
    public let step: String
    /// What is shown: a JSON object.
    public let parameters: JSONValue
    /// What is asked.
    public let asks: [FlowAsk]
    /// The error that led here, if one did.
    public let error: FlowPendingError?
    /// The seconds that are left until the flow wants the event `timeout`, if the step has a limit: the nearest of its own and of the
    /// deadlines that it is in.
    public let timeLimit: Int?
}
