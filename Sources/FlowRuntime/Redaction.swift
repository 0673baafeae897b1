public import FlowCore

// The types of this module whose values may be secret.

extension AnyFlowRunner: Redacted {}
extension FlowFailure: Redacted {}
extension FlowHandlerInputs: Redacted {}
extension FlowHandlerOutputs: Redacted {}
extension FlowHandlers: Redacted {}
extension FlowReply: Redacted {
    /// The number of bytes of a body, or the type of an error.
    public var description: String {
        switch self {
        case .body(let bytes): "reply of \(bytes.count) bytes"
        case .error(let type, _): "error \(type)"
        }
    }
}
extension FlowRunner: Redacted {}
extension FlowStep: Redacted {
    /// A description without values.
    public var description: String {
        switch self {
        case .present(let presentation): "present \(presentation.step)"
        case .end(let outcome): "end \(outcome.name)"
        case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)"
        }
    }
}
extension FlowTraceEvent: Redacted {}
extension FlowTurn: Redacted {
    /// The number of the turn and the name of its step or outcome, without values.
    public var description: String { "turn \(number), \(content)" }
}
extension FlowTurn.Content: Redacted {
    /// The name of the step or the outcome, without values.
    public var description: String {
        switch self {
        case .step(let presentation): "\(presentation)"
        case .end(let outcome): "\(outcome)"
        }
    }
}
extension FlowTurns: Redacted {}
extension FlowTurns.AsyncIterator: Redacted {}
extension FlowValues: Redacted {}
