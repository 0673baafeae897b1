public import FlowCore

/// An event of a run, for logs.
///
/// `FlowRedaction` determines which values are replaced. Values of a secret type always are, even if the flow
/// discloses them. Events contain neither replies nor error messages, since no declaration says which parts of them are
/// secret.
public enum FlowTraceEvent: Sendable, Redacted {
    /// The host sent `start`, `submit`, `select` or the named command.
    case event(String)
    /// The runner sends a request to the service.
    case called(FlowRequest)
    /// The service replied. `error` is the type of the error, or nil if the reply is not an error.
    case answered(operation: String, error: String?)
    /// The runner calls a handler.
    case handling(FlowWork)
    /// A handler has finished. `failure` is the name of its failure, or nil if it succeeded.
    case handled(handler: String, failure: String?)
    /// The host receives a notification.
    case notified(FlowNotification)
    /// The flow presents a step.
    case presented(FlowPresentation)
    /// The flow has ended.
    case ended(FlowOutcome)
    /// The runner refused an event.
    case refused(FlowRefusal)
}

/// Receives trace events.
public typealias FlowTracer = @Sendable (FlowTraceEvent) -> Void

extension FlowTraceEvent: CustomStringConvertible {
    /// The event as one line for a log.
    public var description: String {
        switch self {
        case .event(let name): "event \(name)"
        case .called(let request): "call \(request.operation) \(request.body.jsonText)"
        case .answered(let operation, let error): "answer of \(operation)" + (error.map { ": error \($0)" } ?? "")
        case .handling(let work): "handle \(work.handler) \(work.inputs.jsonText)"
        case .handled(let handler, let failure): "result of \(handler)" + (failure.map { ": failure \($0)" } ?? "")
        case .notified(let notification): "notify \(notification.name) \(notification.parameters.jsonText)"
        case .presented(let step): "present \(step.step) \(step.parameters.jsonText)" + Self.errorSuffix(step.error)
        case .ended(let outcome): "end \(outcome.name) \(outcome.parameters.jsonText)" + Self.errorSuffix(outcome.error)
        case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)"
        }
    }

    /// Returns the end of a log line with the type of a pending error; an empty text if there is no error.
    private static func errorSuffix(_ error: FlowPendingError?) -> String { error.map { " error \($0.type)" } ?? "" }
}
