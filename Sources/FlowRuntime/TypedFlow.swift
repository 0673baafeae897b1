public import FlowCore
public import FlowTable

/// A session of one flow, with types for its inputs, steps and outcomes. `flowc generate swift` writes the conforming type.
public protocol TypedFlow: Sendable {
    /// The values with which the flow starts.
    associatedtype Inputs: FlowInputs
    /// What the flow presents.
    associatedtype Step: TypedStep

    /// The table of the flow in base64.
    static var base64: StaticString { get }

    /// Returns the table of the flow, which is verified once.
    /// - Throws: `TableError` if the generated file was damaged.
    static func table() throws(TableError) -> TransitionTable

    /// The session that the flow runs in.
    var session: AnyFlowRunner { get }

    /// Creates a session of the flow in a runner.
    /// - Parameter session: a runner for ``table()``, or one that resumes a session of it.
    init(_ session: AnyFlowRunner)
}

/// The inputs of a flow, with a property for each.
public protocol FlowInputs: Sendable {
    /// The inputs by name.
    var values: FlowValues { get }
}

/// What a flow presents, with a case for each step.
public protocol TypedStep: Sendable {
    /// Creates the step of a turn; nil if the turn belongs to another flow.
    init?(_ turn: FlowTurn)
}

extension TypedFlow {
    /// Creates a session of the flow in a runner.
    /// - Parameter runner: a runner for ``table()``, or one that resumes a session of it.
    public init<C: Clock>(_ runner: FlowRunner<C>) where C.Duration == Duration { self.init(AnyFlowRunner(runner)) }

    /// Creates a session of the flow.
    /// - Parameters:
    ///   - handlers: the handlers that the flow calls.
    ///   - service: sends the requests.
    ///   - clock: measures time limits.
    /// - Throws: `TableError` if the table is damaged, which only a change of the generated file can cause.
    public init(
        handlers: FlowHandlers, service: any FlowService, clock: some Clock<Duration> = ContinuousClock()
    ) throws(TableError) {
        self.init(FlowRunner(try Self.table(), handlers: handlers, service: service, clock: clock))
    }

    /// Starts the flow, or starts it again.
    /// - Returns: the first step.
    /// - Throws: why the flow refused to start; the step before it is still presented.
    public func start(_ inputs: Inputs) async throws(FlowRefusal) -> Step {
        try Step(answering: await session.start(inputs.values))
    }

    /// Sends the command `cancel`, whichever step is presented, even while another event is in progress.
    /// - Returns: the next step.
    /// - Throws: the refusal, if the flow does not accept the command here.
    public func cancel() async throws(FlowRefusal) -> Step { try Step(answering: await session.cancel()) }

    /// Resumes a session that a journal recorded before a request (``FlowRunner/recover()``).
    /// - Returns: the next step, or the current one if no request was in flight.
    /// - Throws: the refusal, if the flow has not started.
    public func recover() async throws(FlowRefusal) -> Step { try Step(answering: await session.recover()) }

    /// The current step; nil before the first start.
    public var step: Step? { get async { await session.turn.flatMap { Step($0) } } }

    /// The steps, from the current one on, including those that a timeout enters (``FlowTurns``).
    public var steps: AsyncCompactMapSequence<FlowTurns, Step> { session.turns.compactMap { Step($0) } }
}

extension TypedStep {
    /// Creates the step of the turn that follows an event.
    /// - Throws: the refusal `not-handled` if the turn belongs to another flow.
    public init(answering turn: FlowTurn) throws(FlowRefusal) {
        guard let step = Self(turn) else { throw FlowRefusal(.notHandled, "another flow") }
        self = step
    }
}

extension FlowRefusal {
    /// Returns the input or the answer at fault, or nil if the refusal concerns none.
    ///
    /// Generated Swift has an enumeration `Field` for the inputs, and for the answers to each step.
    public func field<Field: RawRepresentable<String>>(as type: Field.Type = Field.self) -> Field? {
        parameter.flatMap { Field(rawValue: $0) }
    }
}
