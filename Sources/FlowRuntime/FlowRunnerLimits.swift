/// How long a runner waits for what it does not control.
public struct FlowRunnerLimits: Sendable {
    /// How long a request may take; without it, for ever. A later answer goes back to the service (``FlowService/discard(_:to:)``) and
    /// the flow gets the error `no-answer`.
    public var call: Duration?
    /// How long a handler may take; without it, for ever. A later result is dropped and the flow gets the failure
    /// `no-result`. A handler that asks a person needs more time than one that computes.
    public var handler: Duration?

    /// How long the host may take to be notified; without it, for ever. Then the flow goes on, and what the notification started goes on beside it.
    public var notification: Duration?

    /// Limits, by default one minute for a request, five for a handler and ten seconds for a notification.
    public init(
        call: Duration? = .seconds(60), handler: Duration? = .seconds(300), notification: Duration? = .seconds(10)
    ) {
        self.call = call
        self.handler = handler
        self.notification = notification
    }
}
