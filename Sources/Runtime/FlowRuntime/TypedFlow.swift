public import FlowCore
public import FlowTable

/// A session of one flow, with types for its inputs, steps and outcomes. `flowc generate swift` writes the conforming
/// type.
public protocol TypedFlow: Sendable {
    /// The values with which the flow starts.
    associatedtype Inputs: FlowInputs
    /// What the flow presents.
    associatedtype Step: TypedStep

    /// The table of the flow in base64.
    static var base64: StaticString { get }

    /// Returns the table of the flow, which is verified once.
    /// - Throws: `TableError` if the table in the generated file is damaged or has an unsupported version.
    static func table() throws(TableError) -> TransitionTable

    /// The session in which the flow runs.
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
    /// - Parameter runner: a runner for ``table()``, or a runner that resumes a session of this table.
    public init<C: Clock>(_ runner: FlowRunner<C>) where C.Duration == Duration { self.init(AnyFlowRunner(runner)) }

    /// Creates a session of the flow.
    /// - Parameters:
    ///   - handlers: the handlers that the flow calls.
    ///   - service: sends the requests.
    ///   - clock: measures time limits.
    /// - Throws: `TableError` if the table in the generated file is damaged or has an unsupported version.
    public init(
        handlers: FlowHandlers, service: any FlowService, clock: some Clock<Duration> = ContinuousClock()
    ) throws(TableError) {
        self.init(FlowRunner(try Self.table(), handlers: handlers, service: service, clock: clock))
    }

    /// Starts the flow, or starts it again.
    /// - Returns: the first step.
    /// - Throws: the refusal. If the flow refuses the inputs, the previous step remains the current one.
    public func start(_ inputs: Inputs) async throws(FlowRefusal) -> Step {
        try Step(answering: await session.start(inputs.values))
    }

    /// Sends the command `cancel`, whichever step is presented, even while another event is in progress.
    /// - Returns: the next step.
    /// - Throws: the refusal, for example if the flow does not accept the command here.
    public func cancel() async throws(FlowRefusal) -> Step { try Step(answering: await session.cancel()) }

    /// Resumes a session that a journal recorded before a request (``FlowRunner/recover()``).
    /// - Returns: the next step, or the current one if no request was in flight.
    /// - Throws: the refusal, for example if the flow has not started.
    public func recover() async throws(FlowRefusal) -> Step { try Step(answering: await session.recover()) }

    /// The current step; nil before the first start, before a necessary ``recover()``, or if the session runs another
    /// flow.
    public var step: Step? { get async { await session.turn.flatMap { Step($0) } } }

    /// The steps, from the current one on, including those that a timeout enters (``FlowTurns``).
    public var steps: AsyncCompactMapSequence<FlowTurns, Step> { session.turns.compactMap { Step($0) } }
}

extension TypedStep {
    /// Creates the step of the turn that follows an event.
    /// - Throws: the refusal `not-handled` if the turn belongs to another flow.
    public init(answering turn: FlowTurn) throws(FlowRefusal) {
        guard let step = Self(turn) else { throw FlowRefusal(.notHandled) }
        self = step
    }
}

extension FlowRefusal {
    /// Returns the input or the answer at fault, or nil if the refusal concerns none that `Field` has.
    ///
    /// Generated Swift has an enumeration `Field` for the inputs, and for the answers to each step.
    public func field<Field: RawRepresentable<String>>(as type: Field.Type = Field.self) -> Field? {
        parameter.flatMap { Field(rawValue: $0) }
    }
}

/// A flow that extends a base flow, for a host of the base flow.
///
/// `flowc generate swift --base` writes the conforming type.
public protocol ExtendedFlow: TypedFlow {
    /// What the flow presents, with one case for all steps that a host of the base flow can present.
    associatedtype BaseStep: TypedStep
}

extension ExtendedFlow {
    /// The current step for a host of the base flow; nil if there is no current step (``TypedFlow/step``).
    public var baseStep: BaseStep? { get async { await session.turn.flatMap { BaseStep($0) } } }

    /// The steps for a host of the base flow, from the current one on (``FlowTurns``).
    public var baseSteps: AsyncCompactMapSequence<FlowTurns, BaseStep> { session.turns.compactMap { BaseStep($0) } }

    /// Lets a host answer a step, and returns the step that follows.
    ///
    /// A function of a base flow's step throws the refusal `not-handled` if the answer leads to a step that the base
    /// flow lacks. This function returns that step instead.
    /// - Parameters:
    ///   - answer: starts the flow, or answers a step of this flow or of the base flow.
    ///   - isolation: the actor on which `answer` runs; by default the caller's.
    /// - Returns: the current step after the answer.
    /// - Throws: the error of `answer`, unless it is `not-handled` and the flow has moved on to another step;
    ///   `not-handled` if the session runs another flow.
    public func baseStep<Step: TypedStep>(
        after answer: () async throws -> Step, isolation: isolated (any Actor)? = #isolation
    ) async throws -> BaseStep {
        let number = await session.turn?.number
        do {
            _ = try await answer()
        } catch let refusal as FlowRefusal where refusal.reason == .notHandled {
            // The flow accepted the answer if it has moved on.
            guard await session.turn?.number != number else { throw refusal }
        }
        guard let step = await baseStep else { throw FlowRefusal(.notHandled) }
        return step
    }
}

/// An enumeration of the error types that may be pending at a step. Generated Swift has one for each step.
public protocol FlowErrorKind: Sendable, Equatable {
    /// Creates the kind of an error type; nil if the enumeration has no case for it.
    init?(type: String)
}

/// The error that led to a step or an outcome.
public struct FlowFailure<Kind: FlowErrorKind>: Error, Sendable, Redacted {
    /// The kind of the error.
    public let kind: Kind
    /// The error type, as the service, a handler or the flow names it.
    public let type: String
    /// A message for people, which may be empty.
    public let message: String
    /// The class that the flow declares for the error type; empty if the flow declares none.
    public let category: String

    /// Creates a failure from a pending error; nil if there is none, or if `Kind` has no case for it.
    public init?(_ error: FlowPendingError?) {
        guard let error, let kind = Kind(type: error.type) else { return nil }
        self.kind = kind
        type = error.type
        message = error.message
        category = error.category
    }
}

/// A rule for the texts that an input accepts, for the form in which the user enters a text.
public struct FlowInputRule: Sendable, Equatable {
    /// The type in the flow language, such as `digits`.
    public let type: String
    /// The required number of characters, or nil if the flow accepts any number.
    public let length: Int?
    /// The pattern that the text must match, or nil if there is none.
    public let pattern: String?

    /// Creates a rule.
    public init(type: String, length: Int? = nil, pattern: String? = nil) {
        self.type = type
        self.length = length
        self.pattern = pattern
    }
}
