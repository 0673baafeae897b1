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

    /// How long a cancellation waits for the journal; nil means no limit. After that the cancellation is refused as
    /// `no-record`. The journal may still record it, and the host can cancel again.
    public var cancellation: Duration?

    /// Creates limits: by default one minute for a request, five for a handler, ten seconds for a notification, and
    /// 750 milliseconds for the journal of a cancellation.
    public init(
        call: Duration? = .seconds(60), handler: Duration? = .seconds(300), notification: Duration? = .seconds(10),
        cancellation: Duration? = .milliseconds(750)
    ) {
        self.call = call
        self.handler = handler
        self.notification = notification
        self.cancellation = cancellation
    }
}
