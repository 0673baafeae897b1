public import FlowCore

/// One thing that happened in a run, for logs. Values are replaced in it as ``FlowRedaction`` says, those of a secret type always, disclosed
/// ones too; replies and messages of errors, whose content has no type, are left out.
public enum FlowTraceEvent: Sendable {
    /// The host said this: `start`, `submit`, `select`, or the name of a command.
    case event(String)
    /// A request goes to the service.
    case called(FlowRequest)
    /// The service answered; with the type of the error, if it is one.
    case answered(operation: String, error: String?)
    /// A handler starts to work.
    case handling(FlowWork)
    /// A handler is done; with the name of the failure, if it failed.
    case handled(handler: String, failure: String?)
    /// The host is told.
    case notified(FlowNotification)
    /// A step is presented.
    case presented(FlowPresentation)
    /// The flow has ended.
    case ended(FlowOutcome)
    /// An event was refused.
    case refused(FlowRefusal)
}

/// Is told what happens in a run.
public typealias FlowTracer = @Sendable (FlowTraceEvent) -> Void

extension FlowTraceEvent: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .event(let name): "event \(name)"
        case .called(let request): "call \(request.operation) \(request.body.jsonText)"
        case .answered(let operation, let error): "answer of \(operation)" + (error.map { ": error \($0)" } ?? "")
        case .handling(let work): "handle \(work.handler) \(work.inputs.jsonText)"
        case .handled(let handler, let failure): "result of \(handler)" + (failure.map { ": failure \($0)" } ?? "")
        case .notified(let told): "notify \(told.name) \(told.parameters.jsonText)"
        case .presented(let step): "present \(step.step) \(step.parameters.jsonText)" + Self.text(step.error)
        case .ended(let outcome): "end \(outcome.name) \(outcome.parameters.jsonText)" + Self.text(outcome.error)
        case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)"
        }
    }

    private static func text(_ error: FlowPendingError?) -> String { error.map { " error \($0.type)" } ?? "" }
}
