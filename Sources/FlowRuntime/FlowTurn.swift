public import FlowCore

/// A step or an outcome of a running flow, which the host can answer once.
///
/// Each call refers to this turn. If the flow has moved on, because the turn was answered elsewhere, timed out or was
/// replaced by a new start, the call throws the refusal `superseded` and changes nothing. After any other refusal, the
/// turn can still be answered. A turn keeps its session alive.
public struct FlowTurn: Sendable, FlowShownValues {
    /// What a turn presents.
    public enum Content: Sendable {
        /// The flow presents a step and waits for the host.
        case step(FlowPresentation)
        /// The flow has ended.
        case end(FlowOutcome)
    }

    /// The step or the outcome.
    public let content: Content
    /// The number of the turn in its session, beginning with 1.
    public let number: Int
    let runner: any TurnTaking

    /// The values shown, as a JSON object.
    public var parameters: JSONValue {
        switch content {
        case .step(let presentation): presentation.parameters
        case .end(let outcome): outcome.parameters
        }
    }

    /// The pending error, or nil if there is none.
    public var error: FlowPendingError? {
        switch content {
        case .step(let presentation): presentation.error
        case .end(let outcome): outcome.error
        }
    }

    /// Submits the user's answers.
    /// - Returns: the next turn.
    /// - Throws: why the answers were refused.
    public func submit(_ answers: FlowValues) async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.submit(answers), at: number)
    }

    /// Sends a command of the flow, or `back` or `cancel`.
    /// - Parameters:
    ///   - command: the name of the command.
    ///   - error: an error that the host passes to the flow. Its message must not contain secrets.
    /// - Returns: the next turn.
    /// - Throws: why the command was refused.
    public func send(
        _ command: String, error: (type: String, message: String)? = nil
    ) async throws(FlowRefusal) -> FlowTurn {
        let event: TurnEvent =
            if let error {
                .commandAfterError(command, type: error.type, message: error.message)
            } else {
                .command(command)
            }
        return try await runner.take(event, at: number)
    }

    /// The time until the step expires; nil if it has no time limit, or if the flow has moved on.
    public var timeLeft: Duration? { get async { await runner.timeLeft(ofTurn: number) } }

    /// Returns whether the flow now accepts a command, such as `back`; false if it has moved on. Nothing changes.
    public func accepts(_ command: String) async -> Bool { await runner.accepts(command, atTurn: number) }
}
