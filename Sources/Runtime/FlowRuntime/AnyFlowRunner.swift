public import FlowCore
public import FlowTable

/// A ``FlowRunner`` without the type of its clock (type erasure). It returns each step as a ``FlowTurn``.
///
/// The Swift code that `flowc generate swift` writes uses this type. A host that does not know its flow in advance can
/// use this type directly. The runner refuses an answer to an earlier step as `superseded`, and ``turns`` also yields
/// the steps that the flow enters on a timeout.
public struct AnyFlowRunner: Sendable, Redacted {
    let runner: any TurnTaking

    /// Creates a runner that hides the clock type of another runner.
    public init<C: Clock>(_ runner: FlowRunner<C>) where C.Duration == Duration {
        self.runner = runner
    }

    /// Starts the flow, or starts it again.
    /// - Parameter inputs: the flow's inputs.
    /// - Returns: the first step.
    /// - Throws: the refusal. If the flow refuses the inputs, the previous step remains the current one.
    public func start(_ inputs: FlowValues) async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.start(inputs), atTurn: nil)
    }

    /// Sends the command `cancel`, whichever step is presented, even while another event is in progress.
    /// - Returns: the next step.
    /// - Throws: the refusal, for example if the flow does not accept the command here.
    public func cancel() async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.command(HostEvent.cancel), atTurn: nil)
    }

    /// Resumes a session that a journal recorded before a request (``FlowRunner/recover()``).
    /// - Returns: the next step, or the current one if no request was in flight.
    /// - Throws: the refusal, for example if the flow has not started.
    public func recover() async throws(FlowRefusal) -> FlowTurn { try await runner.take(.recovery, atTurn: nil) }

    /// The current turn; nil before the first start, or if the session resumes a request and needs ``recover()``.
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
    ///   - number: the number of the turn that the event answers, or nil if the event does not depend on a turn.
    /// - Returns: the turn that follows.
    /// - Throws: the refusal; it is `superseded` if the turn has ended.
    func take(_ event: TurnEvent, atTurn number: Int?) async throws(FlowRefusal) -> FlowTurn

    /// Returns the time until the turn with this number expires, or nil if it has no time limit or has ended.
    func timeLeft(ofTurn number: Int) -> Duration?

    /// Returns whether the turn with this number accepts a command; false if the turn has ended.
    func accepts(_ command: String, atTurn number: Int) -> Bool

    /// Returns a stream that signals the turns that begin after this call. Unread signals merge into one.
    func turnSignals() -> AsyncStream<Void>
}

/// An event that a host sends through turns.
enum TurnEvent: Sendable {
    case start(FlowValues)
    case submit(FlowValues)
    case command(String)
    case commandAfterError(String, type: String, message: String)
    case recovery

    /// The event's name in refusals.
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .command(let name), .commandAfterError(let name, _, _): name
        case .recovery: "recover"
        }
    }
}

extension FlowRunner: TurnTaking {
    /// The current step or outcome as a turn; nil if ``step`` is nil.
    package var turn: FlowTurn? {
        switch step {
        case .present(let presentation): turn(.step(presentation))
        case .end(let outcome): turn(.end(outcome))
        case .refused, nil: nil
        }
    }

    /// Returns the current turn, which has this content.
    private func turn(_ content: FlowTurn.Content) -> FlowTurn {
        FlowTurn(content: content, number: turnNumber, runner: self)
    }

    func take(_ event: TurnEvent, atTurn number: Int?) async throws(FlowRefusal) -> FlowTurn {
        if let number, number != turnNumber { throw FlowRefusal(.superseded, event.name) }
        // The sequence of turns delivers a timeout's step, so `process` must apply the event, not return that step.
        undeliveredStep = nil
        switch await process(event) {
        case .present(let presentation): return turn(.step(presentation))
        case .end(let outcome): return turn(.end(outcome))
        case .refused(let refusal): throw refusal
        }
    }

    /// Applies an event, and returns the step that follows, the outcome or the refusal.
    private func process(_ event: TurnEvent) async -> FlowStep {
        switch event {
        case .start(let inputs): await start(.object(inputs.values), secrets: inputs.secrets)
        case .submit(let answers): await submit(.object(answers.values), secrets: answers.secrets)
        case .command(let name): await send(name)
        case .commandAfterError(let name, let type, let message): await send(name, error: (type, message))
        case .recovery: await recover()
        }
    }

    func timeLeft(ofTurn number: Int) -> Duration? {
        number == turnNumber ? timeLeft : nil
    }

    func accepts(_ command: String, atTurn number: Int) -> Bool {
        number == turnNumber && accepts(.command(command), in: settled)
    }

    func turnSignals() -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        ticket += 1
        let subscriber = ticket
        turnSubscribers[subscriber] = continuation
        // The stream must not keep the runner alive, because the runner holds the stream's continuation.
        continuation.onTermination = { [weak self] _ in Task { await self?.endTurnSignals(subscriber) } }
        return signals
    }

    /// Forgets a subscriber that has stopped iterating.
    private func endTurnSignals(_ subscriber: Int) { turnSubscribers[subscriber] = nil }

    /// Begins a turn, and signals it to every iteration over the turns.
    func beginTurn() {
        turnNumber += 1
        for subscriber in turnSubscribers.values { subscriber.yield() }
    }
}

extension TransitionTable {
    /// The commands of the flow, and `back` and `cancel`. A step accepts some of them (`FlowTurn.accepts(_:)`).
    public var commands: [String] { commandEvents.map(commandName).filter { !isDeadlineEvent($0) } }

    /// The numbers of the commands of the flow, of the events of deadlines, and of `back` and `cancel`.
    fileprivate var commandEvents: [Int] {
        let own = TableFormat.firstOwnEvent..<max(TableFormat.firstOwnEvent, view.pointee.firstChallenge)
        return own + [BuiltinEvent.back.rawValue, BuiltinEvent.cancel.rawValue]
    }

    /// Returns the name of one of ``commandEvents``.
    fileprivate func commandName(_ event: Int) -> String {
        switch event {
        case BuiltinEvent.back.rawValue: "back"
        case BuiltinEvent.cancel.rawValue: HostEvent.cancel
        default: eventName(event)
        }
    }
}

extension FlowSession {
    /// The commands that the session accepts now, in the order of `TransitionTable.commands`.
    public var acceptedCommands: [String] {
        table.commandEvents.compactMap { event in
            // Most states have no transition for most commands. A guard may still refuse a command with a transition.
            guard machine.accepts(event) else { return nil }
            let name = table.commandName(event)
            var copy = self
            return copy.send(name).isRefusal ? nil : name
        }
    }
}
