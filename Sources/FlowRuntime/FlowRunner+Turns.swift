import FlowCore

extension FlowRunner: TurnTaking {
    /// The current step or outcome as a turn; nil before the first start.
    package var turn: FlowTurn? {
        switch step {
        case .present(let presentation): turn(.step(presentation))
        case .end(let outcome): turn(.end(outcome))
        case .refused, nil: nil
        }
    }

    /// Returns the current turn with this content.
    private func turn(_ content: FlowTurn.Content) -> FlowTurn {
        FlowTurn(content: content, number: turnNumber, runner: self)
    }

    /// Applies an event at a turn; see ``TurnTaking``.
    func take(_ event: TurnEvent, at number: Int?) async throws(FlowRefusal) -> FlowTurn {
        if let number, number != turnNumber { throw FlowRefusal(.superseded, event.name) }
        // Whoever uses turns receives the step of a timeout from the sequence, and does not answer an older one.
        undeliveredStep = nil
        switch await process(event) {
        case .present(let presentation): return turn(.step(presentation))
        case .end(let outcome): return turn(.end(outcome))
        case .refused(let refusal): throw refusal
        }
    }

    /// Applies an event.
    private func process(_ event: TurnEvent) async -> FlowStep {
        switch event {
        case .start(let inputs): await start(.object(inputs.values), secrets: inputs.secrets)
        case .submit(let answers): await submit(.object(answers.values), secrets: answers.secrets)
        case .command(let name): await send(name)
        case .commandAfterError(let name, let type, let message): await send(name, error: (type, message))
        case .recovery: await recover()
        }
    }

    /// Returns the time until a turn expires; see ``TurnTaking``.
    func timeLeft(ofTurn number: Int) -> Duration? {
        number == turnNumber ? timeLeft : nil
    }

    /// Returns whether a turn accepts a command; see ``TurnTaking``.
    func accepts(_ command: String, atTurn number: Int) -> Bool {
        number == turnNumber && accepts(.command(command), in: settled)
    }

    /// Returns a signal for each turn that begins after this call; see ``TurnTaking``.
    func turnSignals() -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        ticket += 1
        let subscriber = ticket
        turnSubscribers[subscriber] = continuation
        // The stream must not keep the runner alive, which holds its continuation.
        continuation.onTermination = { [weak self] _ in Task { await self?.endTurnSignals(subscriber) } }
        return signals
    }

    /// Forgets a subscriber that has stopped iterating.
    private func endTurnSignals(_ subscriber: Int) { turnSubscribers[subscriber] = nil }

    /// Begins a turn, and tells everybody who iterates over the turns.
    func beginTurn() {
        turnNumber += 1
        for subscriber in turnSubscribers.values { subscriber.yield() }
    }
}

extension TurnEvent {
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
