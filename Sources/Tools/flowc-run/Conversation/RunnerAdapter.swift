import CognitoClient
package import FlowCore
import FlowDiagrams
package import FlowRuntime
package import FlowTable
package import FlowTesting
package import FlowTool

/// Runs a flow with the events and outputs of the line protocol.
package struct RunnerAdapter: Sendable {
    package let runner: FlowRunner<ContinuousClock>
    package let table: TransitionTable
    private let inputs: [JSONMember]
    /// The names of the events that the runner has received, in order.
    private let arrivals: AsyncStream<String>

    /// Creates an adapter for a flow that has not started.
    /// - Parameters:
    ///   - table: the transition table of the flow.
    ///   - handlers: the flow's handlers.
    ///   - service: the service that the flow calls.
    ///   - limits: the time limits of handlers and calls.
    ///   - inputs: the inputs of every start that does not give them itself. Inputs that the flow lacks are ignored.
    ///   - tracer: receives trace events.
    ///   - notify: receives the flow's notifications.
    package init(
        _ table: TransitionTable, handlers: FlowHandlers, service: any FlowService,
        limits: FlowRunnerLimits = FlowRunnerLimits(), inputs: [JSONMember] = [], tracer: FlowTracer? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        self.table = table
        let inputNames = Set(FlowSession(table).inputs.map(\.name))
        self.inputs = inputs.filter { inputNames.contains($0.name) }
        let (arrivals, continuation) = AsyncStream<String>.makeStream()
        self.arrivals = arrivals
        let forwardingTracer: FlowTracer = { event in
            tracer?(event)
            if case .event(let name) = event { continuation.yield(name) }
        }
        runner = FlowRunner(
            table, handlers: handlers, service: service, clock: ContinuousClock(), limits: limits,
            tracer: forwardingTracer,
            tracing: .secrets, notify: notify)
    }

    /// The inputs of the start. Omits those that are configured, and those that options can supply and the flow can do
    /// without.
    var startAsks: [FlowAsk] {
        FlowSession(table).inputs.filter { ask in
            let isNeeded = ask.isRequired && ask.fallback == nil
            return (isNeeded || !Self.optionInputs.contains(ask.name)) && !inputs.contains { $0.name == ask.name }
        }
    }

    /// The inputs of Cognito flows that options can supply.
    private static let optionInputs = Set(CognitoConfiguration.clientInputs(id: "", secret: "").map(\.name))

    /// Whether the flow presents a step before its first request, even if it gets only the configured inputs.
    ///
    /// Such a flow asks for a password itself when it needs one.
    var beginsWithStep: Bool {
        var driver = FlowDriver(table, handlers: StandInHandlers())
        if case .present? = driver.apply({ $0.start(.object(inputs)) }).last { return true }
        return false
    }

    /// Starts the flow with the given inputs, and with the configured inputs that are missing among them. Returns the
    /// first step.
    func start(_ given: [JSONMember]) async -> FlowStep { await runner.start(addingInputs(to: .object(given))) }

    /// Sends the event of a line to the flow.
    /// - Returns: the next step, or nil for a line that is not an event of a host.
    package func apply(_ line: ProtocolLine) async -> FlowOutput? {
        switch line {
        case .start(let given): FlowOutput(await runner.start(addingInputs(to: given)))
        case .submit(let answers): FlowOutput(await runner.submit(answers))
        case .select(let word): FlowOutput(await runner.select(word))
        case .event(let name, let error): FlowOutput(await runner.send(name, error: error))
        case .reply, .error, .handled, .failed: nil
        }
    }

    /// Waits until the runner has received a line's event, so that the next event cannot overtake it.
    func waitForArrival(of line: ProtocolLine) async {
        for await name in arrivals where name == line.eventName { return }
    }

    /// Returns the given inputs, followed by the configured inputs that are missing among them.
    private func addingInputs(to given: JSONValue) -> JSONValue {
        let givenMembers = given.members ?? []
        return .object(givenMembers + inputs.filter { input in !givenMembers.contains { $0.name == input.name } })
    }

    /// Returns the commands that the flow accepts now, including `back` and `cancel`, each with its effect.
    ///
    /// Tries each command on a copy of the session, with handlers that compute nothing. If there is no session, the
    /// result is empty.
    func acceptedCommands() async -> [(name: String, effect: FlowOutput?)] {
        guard let session = await session() else { return [] }
        return table.commands.compactMap { name in
            var driver = FlowDriver(table, handlers: StandInHandlers())
            driver.replaceSession(with: session)
            let effect = driver.apply { $0.send(name) }.last
            if case .refused = effect { return nil }
            return (name, effect)
        }
    }

    /// Returns the words of a step's choice that the flow refuses now, each with the code of the refusal.
    ///
    /// Tries each word on a copy of the session. The result is empty unless the step requires exactly one answer.
    func refusedWords(of asks: [FlowAsk]) async -> [String: String] {
        let needed = asks.filter(\.isRequired)
        guard needed.count == 1, let choice = needed.first, let session = await session() else { return [:] }
        var refused: [String: String] = [:]
        for word in choice.words {
            var driver = FlowDriver(table, handlers: StandInHandlers())
            driver.replaceSession(with: session)
            let answer = JSONValue.object([JSONMember(choice.name, .string(word))])
            if case .refused(let refusal)? = driver.apply({ $0.submit(answer) }).last { refused[word] = refusal.code }
        }
        return refused
    }

    /// Returns how much time and how many attempts the user has left at the current step.
    ///
    /// If the step was just presented, pass its time limit, which is in whole seconds.
    func status(_ guide: FlowGuide?, timeLimit: Int? = nil) async -> StepStatus {
        let timeLeft = await runner.timeLeft
        return StepStatus(await session(), time: timeLimit.map { .seconds($0) } ?? timeLeft, guide: guide)
    }

    /// Returns a copy of the session at the last step, or nil if there is none.
    func session() async -> FlowSession? {
        guard let state = await runner.state else { return nil }
        return try? FlowSession(restoring: state, table)
    }
}

extension FlowOutput {
    package init(_ step: FlowStep) {
        switch step {
        case .present(let presentation): self = .present(presentation)
        case .end(let outcome): self = .end(outcome)
        case .refused(let refusal): self = .refused(refusal)
        }
    }
}

extension ProtocolLine {
    /// The name of the line's event in a trace.
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

extension TransitionTable {
    /// The names of the operations that the flow calls.
    var operations: [String] {
        (0..<view.pointee.calls).map { call in
            var request = record(view.pointee.callRecord[call])
            // The record of a call starts with the operation's name.
            return string(request.readVarint())
        }
    }
}
