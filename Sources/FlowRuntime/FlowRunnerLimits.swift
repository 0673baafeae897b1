/// Time limits for requests, handlers and notifications.
public struct FlowRunnerLimits: Sendable {
    /// How long a request may take; nil means no limit. After that the flow gets the error `no-answer`, and a later
    /// reply is discarded (``FlowService/discard(_:to:)``).
    public var call: Duration?
    /// How long a handler may take; nil means no limit. After that the flow gets the failure `no-result`, and a later
    /// result is dropped. A handler that asks the user needs more time than one that computes.
    public var handler: Duration?

    /// How long `notify` may take; nil means no limit. After that the flow continues without waiting for it.
    public var notification: Duration?

    /// Creates limits: by default one minute for a request, five for a handler, ten seconds for a notification.
    public init(
        call: Duration? = .seconds(60), handler: Duration? = .seconds(300), notification: Duration? = .seconds(10)
    ) {
        self.call = call
        self.handler = handler
        self.notification = notification
    }
}
