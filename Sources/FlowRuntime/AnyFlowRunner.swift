public import FlowCore

/// A ``FlowRunner`` whose clock is erased from its type. It hands out each step as a ``FlowTurn``.
///
/// The Swift code that `flowc generate swift` makes of a flow is written against this type. A host of any flow can use
/// it too: an answer to a step that is no longer presented is refused as `superseded`, and ``turns`` delivers the steps
/// that a timeout enters.
public struct AnyFlowRunner: Sendable {
    let runner: any TurnTaking

    /// Erases the clock of a runner.
    public init<C: Clock>(_ runner: FlowRunner<C>) where C.Duration == Duration {
        self.runner = runner
    }

    /// Starts the flow, or starts it again.
    /// - Parameter inputs: the flow's inputs.
    /// - Returns: the first step.
    /// - Throws: why the flow refused to start; the step before it is still presented.
    public func start(_ inputs: FlowValues) async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.start(inputs), at: nil)
    }

    /// Sends the command `cancel`, whichever step is presented, even while another event is in progress.
    /// - Returns: the next step.
    /// - Throws: the refusal, if the flow does not accept the command here.
    public func cancel() async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.command(HostEvent.cancel), at: nil)
    }

    /// Resumes a session that a journal recorded before a request (``FlowRunner/recover()``).
    /// - Returns: the next step, or the current one if no request was in flight.
    /// - Throws: the refusal, if the flow has not started.
    public func recover() async throws(FlowRefusal) -> FlowTurn { try await runner.take(.recovery, at: nil) }

    /// The current turn; nil before the first start.
    public var turn: FlowTurn? { get async { await runner.turn } }

    /// The session at the last step, as ``FlowRunner/state``.
    public var state: FlowSessionState? { get async { await runner.state } }

    /// The turns of the flow, from the current one on.
    public var turns: FlowTurns { FlowTurns(runner: runner) }
}

/// The part of a runner that turns need.
protocol TurnTaking: Actor {
    var turn: FlowTurn? { get }
    var state: FlowSessionState? { get }

    /// Applies an event of the host.
    /// - Parameters:
    ///   - event: the event.
    ///   - number: the turn that the event answers, or nil if it does not depend on a turn.
    /// - Returns: the turn that follows.
    /// - Throws: the refusal; it is `superseded` if the turn has ended.
    func take(_ event: TurnEvent, at number: Int?) async throws(FlowRefusal) -> FlowTurn

    /// Returns the time until the turn with this number expires, or nil if it has no time limit or has ended.
    func timeLeft(ofTurn number: Int) -> Duration?

    /// Returns whether the turn with this number accepts a command; false if the turn has ended.
    func accepts(_ command: String, atTurn number: Int) -> Bool

    /// Returns a signal for each turn that begins after this call.
    func turnSignals() -> AsyncStream<Void>
}

/// An event of the host at a turn.
enum TurnEvent: Sendable {
    case start(FlowValues)
    case submit(FlowValues)
    case command(String)
    case commandAfterError(String, type: String, message: String)
    case recovery
}
