public import FlowCore

/// What a host's event led to.
public enum FlowStep: Sendable {
    /// The flow presents a step and waits for the host's answer.
    case present(FlowPresentation)
    /// The flow has ended.
    case end(FlowOutcome)
    /// The event was not taken; what was presented last still stands.
    case refused(FlowRefusal)

    /// What is presented, if something is.
    public var presentation: FlowPresentation? {
        if case .present(let presentation) = self { return presentation }
        return nil
    }

    /// The outcome, if the flow has ended.
    public var outcome: FlowOutcome? {
        if case .end(let outcome) = self { return outcome }
        return nil
    }

    /// The refusal, if the event was refused.
    public var refusal: FlowRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }
}
