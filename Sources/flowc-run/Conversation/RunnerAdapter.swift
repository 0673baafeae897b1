package import FlowCore
package import FlowRuntime
package import FlowTable
package import FlowTesting
package import FlowTool

/// Adapts a runner to protocol lines.
package struct RunnerAdapter: Sendable {
    package let runner: FlowRunner<ContinuousClock>
    package let table: TransitionTable
    /// Inputs of a start, unless it gives others.
    private let inputs: [JSONMember]
    /// The names of events, as the runner receives them.
    private let arrivals: AsyncStream<String>

    /// Creates a flow that has not started.
    /// - Parameters:
    ///   - table: the flow.
    ///   - handlers: the handlers.
    ///   - service: the service.
    ///   - limits: their time limits.
    ///   - inputs: inputs of a start, unless it gives others; unknown ones are ignored.
    ///   - tracer: receives trace events.
    ///   - notify: receives the flow's notifications.
    package init(
        _ table: TransitionTable, handlers: FlowHandlers, service: any FlowService,
        limits: FlowRunnerLimits = FlowRunnerLimits(), inputs: [JSONMember] = [], tracer: FlowTracer? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        self.table = table
        let known = Set(FlowSession(table).inputs.map(\.name))
        self.inputs = inputs.filter { known.contains($0.name) }
        let (arrivals, arrival) = AsyncStream<String>.makeStream()
        self.arrivals = arrivals
        let tell: FlowTracer = { event in
            tracer?(event)
            if case .event(let name) = event { arrival.yield(name) }
        }
        runner = FlowRunner(
            table, handlers: handlers, service: service, clock: ContinuousClock(), limits: limits, tracer: tell,
            tracing: .secrets, notify: notify)
    }

    /// The asks of the start that neither inputs nor options answer.
    var startAsks: [FlowAsk] {
        FlowSession(table).inputs.filter { ask in
            !Self.settings.contains(ask.name) && !inputs.contains { $0.name == ask.name }
        }
    }

    /// Inputs of Cognito's flows that correspond to options.
    private static let settings: Set<String> = ["clientId", "clientSecret"]

    func start(_ given: [JSONMember]) async -> FlowStep { await runner.start(complete(.object(given))) }

    /// Applies a host's line.
    /// - Returns: the next step; nil for a line that hosts do not send.
    package func say(_ line: ProtocolLine) async -> FlowOutput? {
        switch line {
        case .start(let given): FlowOutput(await runner.start(complete(given)))
        case .submit(let answers): FlowOutput(await runner.submit(answers))
        case .select(let word): FlowOutput(await runner.select(word))
        case .event(let name, let error): FlowOutput(await runner.send(name, error: error))
        case .reply, .error, .handled, .failed: nil
        }
    }

    /// Waits until the runner has received an event from another task.
    ///
    /// The next event must not overtake it.
    func arrival(of line: ProtocolLine) async {
        for await name in arrivals where name == line.eventName { return }
    }

    private func complete(_ given: JSONValue) -> JSONValue {
        let said = given.members ?? []
        return .object(said + inputs.filter { input in !said.contains { $0.name == input.name } })
    }
}

extension FlowOutput {
    /// Converts a step to a line.
    package init(_ step: FlowStep) {
        switch step {
        case .present(let presentation): self = .present(presentation)
        case .end(let outcome): self = .end(outcome)
        case .refused(let refusal): self = .refused(refusal)
        }
    }
}

extension ProtocolLine {
    /// The name of a line's event in a trace.
    var eventName: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .select: "select"
        case .event(let name, _): name
        case .reply: "reply"
        case .error: "error"
        case .handled: "handled"
        case .failed: "failed"
        }
    }
}
