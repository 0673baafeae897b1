import FlowTable

/// What a host shows and asks at a step.
public struct FlowPresentation: Sendable {
    /// The step's name, as the flow gives it.
    public let step: String
    /// What is shown: a JSON object.
    public let parameters: WireValue
    /// What is asked.
    public let asks: [FlowAsk]
    /// The error that led here, if one did.
    public let error: FlowPendingError?
    /// Seconds after which the flow wants the event `timeout`, if it set a limit.
    public let timeLimit: Int?
}
