public import FlowCore
import FlowTable

/// A step or an outcome of a running flow, which the host can answer once.
///
/// Each call refers to this turn. The flow may have left the turn, because the host answered it elsewhere, because it
/// timed out, or because of a new start or a cancellation. The call then throws the refusal `superseded`, and changes
/// nothing. After any other refusal, the host can still answer the turn. A turn retains its session.
public struct FlowTurn: Sendable, FlowShownValues, Redacted {
    /// What a turn presents.
    public enum Content: Sendable, Redacted {
        /// The flow presents a step and waits for the host.
        case step(FlowPresentation)
        /// The flow has ended.
        case end(FlowOutcome)

        /// The name of the step or the outcome, without values.
        public var description: String {
            switch self {
            case .step(let presentation): "\(presentation)"
            case .end(let outcome): "\(outcome)"
            }
        }
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
    /// - Throws: the refusal; it is `superseded` if the flow has left the turn.
    public func submit(_ answers: FlowValues) async throws(FlowRefusal) -> FlowTurn {
        try await runner.take(.submit(answers), atTurn: number)
    }

    /// Sends a command of the flow, or one of `back`, `cancel` and `timeout`.
    /// - Parameters:
    ///   - command: the name of the command.
    ///   - error: an error that the host passes to the flow. The flow ignores it, unless it declares the command with
    ///     `error="true"`. Its message must not contain secrets.
    /// - Returns: the next turn.
    /// - Throws: the refusal; it is `superseded` if the flow has left the turn.
    public func send(
        _ command: String, error: (type: String, message: String)? = nil
    ) async throws(FlowRefusal) -> FlowTurn {
        let event: TurnEvent =
            if let error {
                .commandAfterError(command, type: error.type, message: error.message)
            } else {
                .command(command)
            }
        return try await runner.take(event, atTurn: number)
    }

    /// The time until the step expires; nil if the step has no time limit, or if the flow has left the turn.
    public var timeLeft: Duration? { get async { await runner.timeLeft(ofTurn: number) } }

    /// Returns whether the flow now accepts a command, such as `back`; false if the flow has left the turn.
    public func accepts(_ command: String) async -> Bool { await runner.accepts(command, atTurn: number) }

    /// The number of the turn and the name of its step or outcome, without values.
    public var description: String { "turn \(number), \(content)" }
}

/// Values that a flow shows, read by name with the types of the flow language.
public protocol FlowShownValues {
    /// The values, as a JSON object.
    var parameters: JSONValue { get }
}

extension FlowNotification: FlowShownValues {}

extension FlowShownValues {
    /// Returns a shown text, or nil if it is absent or not a text.
    public func text(_ name: String) -> String? { parameters[name]?.string }

    /// Returns a shown list, or nil if it is absent or not a list.
    public func list(_ name: String) -> [String]? { parameters[name]?.strings }

    /// Returns a shown map, or nil if it is absent or not a map.
    public func map(_ name: String) -> [String: String]? {
        guard let members = parameters[name]?.members else { return nil }
        let pairs = members.map { ($0.name, $0.value.string ?? $0.value.jsonText) }
        return Dictionary(pairs) { $1 }
    }

    /// Returns whether a shown flag is true; nil if the value is absent or not a flag.
    public func flag(_ name: String) -> Bool? { text(name).flatMap(Bool.init) }

    /// Returns a shown number of seconds, or nil if the value is absent or not a number.
    public func seconds(_ name: String) -> Duration? {
        guard let text = text(name), let seconds = Int64(text) else { return nil }
        return .seconds(seconds)
    }
}

/// The turns of a running flow as an asynchronous sequence.
///
/// The sequence begins with the current turn, or waits for the first start. It then yields the turns that events and
/// timeouts begin, and ends after an outcome. A slow iteration skips to the latest turn. The iterations also yield
/// turns that calls such as ``FlowTurn/submit(_:)`` return. Several tasks can iterate at the same time. An iteration
/// retains the session and its time limits, and ends if its task is canceled.
public struct FlowTurns: AsyncSequence, Sendable, Redacted {
    /// An element of the sequence.
    public typealias Element = FlowTurn

    let runner: any TurnTaking

    /// Returns an iterator that begins with the current turn.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(runner: runner) }

    /// An iterator, which waits for each turn.
    public struct AsyncIterator: AsyncIteratorProtocol, Redacted {
        /// An element of the sequence.
        public typealias Element = FlowTurn

        private let runner: any TurnTaking
        private var signals: AsyncStream<Void>.Iterator?
        private var lastNumber = 0
        private var hasEnded = false

        /// Creates an iterator that begins with the current turn.
        init(runner: any TurnTaking) { self.runner = runner }

        /// Returns the next turn, or nil after an outcome or if the task is canceled.
        public mutating func next() async -> FlowTurn? {
            guard !hasEnded else { return nil }
            if signals == nil { signals = await runner.turnSignals().makeAsyncIterator() }
            while !Task.isCancelled {
                if let turn = await runner.turn, turn.number > lastNumber {
                    lastNumber = turn.number
                    if case .end = turn.content { hasEnded = true }
                    return turn
                }
                guard await signals?.next() != nil else { break }
            }
            hasEnded = true
            return nil
        }
    }
}

/// An event that the host sends to a runner.
enum HostEvent {
    /// Starts the flow with these inputs.
    case start(JSONValue)
    case submit(JSONValue)
    /// Answers the step's only ask of type `choice` with this word.
    case select(String)
    /// Sends a command of the flow, or one of `cancel`, `back` and `timeout`.
    case command(String)
    /// A command with an error that the host passes to the flow.
    case commandAfterError(String, type: String, message: String)
    /// The host resumes a session whose process ended while a request was in flight.
    case interrupted

    static let cancel = "cancel"
    static let timeout = "timeout"

    /// The event's name in traces and refusals.
    var name: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .select: "select"
        case .command(let name), .commandAfterError(let name, _, _): name
        case .interrupted: "recover"
        }
    }

    /// Whether the event may replace one that is in progress.
    var supersedes: Bool { isStart || isCancel }

    /// Whether this is the command `cancel`.
    var isCancel: Bool {
        if case .command(Self.cancel) = self { return true }
        return false
    }

    /// Whether this is the command `timeout`.
    var isTimeout: Bool {
        switch self {
        case .command(Self.timeout), .commandAfterError(Self.timeout, _, _): true
        default: false
        }
    }

    var isStart: Bool {
        if case .start = self { return true }
        return false
    }

    /// Whether the event comes too late once the time limit of the presented step has passed.
    var isBoundByTimeLimit: Bool {
        switch self {
        case .start, .command(Self.timeout), .interrupted: false
        default: true
        }
    }

    /// Applies the event to a session, and returns the effect.
    func apply(to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start(let inputs): session.start(inputs)
        case .submit(let answers): session.submit(answers)
        case .select(let word): session.select(word)
        case .command(Self.timeout), .commandAfterError(Self.timeout, _, _): session.timeOutNow()
        case .command(let name): session.send(name)
        case .commandAfterError(let name, let type, let message): session.send(name, error: (type, message))
        case .interrupted where session.request() == nil: session.refuse(.eventNotAccepted, name)
        case .interrupted:
            session.fail(
                type: ReservedError.noAnswer.rawValue, message: "it is unknown whether the request was carried out")
        }
    }
}

extension FlowSession {
    /// Applies the event `timeout` at the session's time, even if no limit has passed yet.
    ///
    /// `send(_:error:)` moves the time to the end of the limit. With a clock, the next limits would then begin in the
    /// future, and a host could lengthen them.
    fileprivate mutating func timeOutNow() -> FlowEffect {
        guard let event = timeoutEvent else { return refuse(.eventNotAccepted, HostEvent.timeout) }
        clearError()
        return complete(machine.advance(event, in: &parameters), HostEvent.timeout)
    }
}
