/// How long a runner waits for what it does not control.
public struct FlowRunnerLimits: Sendable {
    /// How long a request may take; without it, for ever. A later answer goes back to the service (``FlowService/discard(_:to:)``) and the flow gets the error `no-answer`.
    public var call: Duration?
    /// How long a handler may take; without it, for ever. A later result is dropped and the flow gets the failure
    /// `no-result`. A handler that asks a person needs more time than one that computes.
    public var handler: Duration?

    /// Limits, by default one minute for a request and five for a handler.
    public init(call: Duration? = .seconds(60), handler: Duration? = .seconds(300)) {
        self.call = call
        self.handler = handler
    }
}
