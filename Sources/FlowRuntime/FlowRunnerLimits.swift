/// Time limits for requests, handlers and notifications.
public struct FlowRunnerLimits: Sendable {
    /// How long a request may take; nil means no limit.
    ///
    /// When it expires, the flow gets the error `no-answer`. A later reply is discarded
    /// (``FlowService/discard(_:to:)``).
    public var call: Duration?
    /// How long a handler may take; nil means no limit. A handler that asks the user needs more time than one that
    /// computes.
    ///
    /// When it expires, the flow gets the failure `no-result`. A later result is ignored.
    public var handler: Duration?

    /// How long the flow waits for `notify`, or for the journal; nil means no limit.
    ///
    /// When it expires during a notification, the flow continues. When it expires before the journal has answered, the
    /// event fails as `no-record`.
    public var notification: Duration?

    /// How long a cancellation waits for the journal; nil means no limit.
    ///
    /// When it expires, the cancellation is refused as `no-record`. The journal may still record it, and the host can
    /// cancel again.
    public var cancellation: Duration?

    /// Creates time limits for a runner.
    ///
    /// The defaults are one minute for a request, five minutes for a handler, ten seconds for a notification, and 750
    /// milliseconds for the journal of a cancellation.
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
