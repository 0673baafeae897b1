public import FlowCore

/// The result of a host's event.
public enum FlowStep: Sendable {
    /// The flow presents a step and waits for the host.
    case present(FlowPresentation)
    /// The flow has ended.
    case end(FlowOutcome)
    /// The runner refused the event. The previous step is still presented.
    case refused(FlowRefusal)

    /// The presented step, or nil if the flow presents none.
    public var presentation: FlowPresentation? {
        if case .present(let presentation) = self { return presentation }
        return nil
    }

    /// The outcome, or nil if the flow has not ended.
    public var outcome: FlowOutcome? {
        if case .end(let outcome) = self { return outcome }
        return nil
    }

    /// The refusal, or nil if the event was accepted.
    public var refusal: FlowRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }
}
