public import FlowCore
public import FlowTable

/// A runner of one session of a flow.
///
/// The runner calls handlers, sends requests, feeds their results to the flow as events, and returns each step to the
/// host.
///
/// ```
/// let runner = FlowRunner(table, handlers: handlers, service: service, clock: ContinuousClock())
/// switch await runner.start(inputs) {
/// case .present(let step): …
/// case .end(let outcome): …
/// case .refused(let refusal): …
/// }
/// ```
///
/// Every call returns, unless you remove a time limit (``FlowRunnerLimits``) or a journal breaks its promise
/// (``FlowJournal/hasOwnLimits``). While an event is in progress, the runner rejects other events as `busy`. Only a
/// start or a cancellation that the flow accepts can replace it. The earlier call then returns `superseded`.
///
/// When the task of a call is canceled, the runner sends the event `cancel` to the flow. If the flow does not accept
/// this event, the session returns to the last step, and the call returns the refusal `cancelled`. The runner neither
/// sends a request nor calls a handler in a canceled task. If the flow's `cancel` needs one of them, the session also
/// returns to the last step. In this case, call ``cancel()`` from another task.
///
/// A runner with a journal performs one sign-in, and refuses another start as `event-not-accepted`. Create a new runner
/// for each sign-in.
///
/// The runner enforces time limits as long as it exists. When the limit of a step expires, the flow receives the event
/// `timeout`, even if no task waits for ``expiry()``. Without ``FlowRunnerLimits/hasStepTimer``, the host's next event
/// becomes `timeout`.
public actor FlowRunner<C: Clock>: Redacted where C.Duration == Duration {
    let clock: C
    let handlers: FlowHandlers
    let service: any FlowService
    let limits: FlowRunnerLimits
    let notify: @Sendable (FlowNotification) async -> Void
    let journal: (any FlowJournal)?
    let tracer: FlowTracer?
    let tracing: FlowRedaction

    /// The session, including the event in progress.
    var session: FlowSession
    /// The session at the last step or end. A refused or canceled event returns to it.
    var settled: FlowSession
    /// The secrets that values of the session refer to by handle.
    var secrets = FlowSecrets()
    /// When the session's clock was zero, which is the start of 1970 if the host supplied the time.
    let beginning: C.Instant
    /// When the time limit of the presented step passes; nil if it has none.
    var deadline: C.Instant?
    /// The pending wait for a request, a handler, a notification or the journal; nil if there is none.
    var waiting: Waiting?
    /// The number that a wait, a timer or an iteration over the turns received last. No two receive the same number.
    var ticket = 0
    /// The number of events that have replaced one in progress.
    var epoch = 0
    /// The replies to the requests of the event in progress. They are discarded if the event does not complete.
    package internal(set) var eventReplies: [(reply: FlowReply, request: FlowRequest)] = []
    /// The replies that the event in progress had received before the flow accepted its cancellation. They are
    /// discarded, unless the cancellation keeps their secrets.
    var cancelledReplies: [(reply: FlowReply, request: FlowRequest)] = []
    /// Whether an event is in progress.
    var isWorking = false
    /// Whether the event in progress is a cancellation, which waits for the journal only briefly.
    var isCancelling = false
    /// Whether the event in progress is a timeout.
    var isTimingOut = false
    /// Whether the session has ever left its initial state.
    var hasBegun: Bool
    /// The timer that ends the presented step when its time limit passes; nil if no timer runs.
    var timer: StepTimer<C>?
    /// The step that a timeout has entered, until a caller has received it or the flow has left it; otherwise nil.
    ///
    /// The next event returns this step, unless the event is a start or the host uses turns.
    var undeliveredStep: FlowStep?
    /// The number of the current turn. Each settled event begins a new one.
    var turnNumber = 0
    /// The iterations over the turns, by number.
    var turnSubscribers: [Int: AsyncStream<Void>.Continuation] = [:]

    /// Creates a runner for a session that has not started.
    /// - Parameters:
    ///   - table: the table of the flow.
    ///   - handlers: the handlers that the flow calls.
    ///   - service: sends the requests.
    ///   - clock: measures time limits.
    ///   - now: the current time as a duration since 1970. Pass it if another runner may resume the sign-in, so that
    ///     deadlines also run while no runner exists.
    ///   - limits: how long requests, handlers, notifications and the journal may take.
    ///   - journal: records the session before each request, and at each step and end.
    ///   - tracer: receives trace events, with secrets redacted.
    ///   - tracing: which values traces redact, by default `FlowRedaction.values`. Secrets are always redacted.
    ///   - notify: receives the flow's notifications in order, each before the next step. A replaced event adds none.
    public init(
        _ table: TransitionTable, handlers: FlowHandlers, service: any FlowService, clock: C, now: Duration? = nil,
        limits: FlowRunnerLimits = FlowRunnerLimits(), journal: (any FlowJournal)? = nil, tracer: FlowTracer? = nil,
        tracing: FlowRedaction = .values, notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        self.init(
            session: FlowSession(table), handlers: handlers, service: service, clock: clock, now: now, limits: limits,
            journal: journal, tracer: tracer, tracing: tracing, notify: notify)
    }

    /// Creates a runner that resumes a session, such as one restored from a `FlowSessionState`.
    /// - Parameters:
    ///   - session: the session, at a presented step. To resume a session that waits for a reply, call ``recover()``
    ///     afterwards. If notifications are pending, they count as received.
    ///   - handlers: the handlers that the flow calls.
    ///   - service: sends the requests.
    ///   - clock: measures time limits.
    ///   - now: the current time as a duration since 1970. The step's time limit and deadlines then also include the
    ///     time while no runner existed.
    ///   - elapsed: how long the step has been presented, for a host that does not know the time. Without `now` and
    ///     `elapsed`, the runner assumes that no time has passed.
    ///   - limits: how long requests, handlers, notifications and the journal may take.
    ///   - journal: records the session before each request, and at each step and end.
    ///   - tracer: receives trace events, with secrets redacted.
    ///   - tracing: which values traces redact, by default `FlowRedaction.values`. Secrets are always redacted.
    ///   - notify: receives the flow's notifications in order, each before the next step. A replaced event adds none.
    public init(
        session: FlowSession, handlers: FlowHandlers, service: any FlowService, clock: C, now: Duration? = nil,
        elapsed: Duration = .zero, limits: FlowRunnerLimits = FlowRunnerLimits(), journal: (any FlowJournal)? = nil,
        tracer: FlowTracer? = nil,
        tracing: FlowRedaction = .values, notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        // The session's time must not run backward, even if the host's clock was set back.
        // The clock may return any time, and later sums must not overflow.
        let time = min(max(now ?? .zero, .milliseconds(session.time) + elapsed), .latestTime)
        var session = session
        session.time = time.milliseconds
        while session.machine.isPaused { _ = session.proceed() }
        self.session = session
        self.settled = session
        self.handlers = handlers
        self.service = service
        self.clock = clock
        self.limits = limits
        self.journal = journal
        self.tracer = tracer
        // Traces never contain secrets, even if the host asks for all values.
        self.tracing = tracing == .nothing ? .secrets : tracing
        self.notify = notify
        hasBegun = session.isWaitingOrEnded
        turnNumber = session.isWaitingOrEnded ? 1 : 0
        let beginning = clock.now.advanced(by: .zero - time)
        self.beginning = beginning
        deadline = session.timeLimitEnd.map { beginning.advanced(by: .milliseconds($0)) }
        if deadline != nil, limits.hasStepTimer { Task { [weak self] in await self?.startFirstTimer() } }
    }

    deinit {
        timer?.sleep.cancel()
        for subscriber in turnSubscribers.values { subscriber.finish() }
    }

    /// The session at the last step, for another runner or for FlowSealing.
    ///
    /// It is never nil. The state contains copies of secrets, which the runner cannot erase.
    public var state: FlowSessionState? { secrets.revealed(settled).state }

    /// The number of the state of the event in progress, or else of the last step.
    package var currentState: Int { Int(session.machine.state) }

    /// The current presentation or outcome; nil before the first start, or if the session resumes a request and needs
    /// ``recover()``.
    public var step: FlowStep? {
        if let presented = presentation(of: settled) { return .present(presented) }
        return outcome(of: settled).map { .end($0) }
    }

    /// Starts the flow, or starts it again.
    /// - Parameters:
    ///   - inputs: the flow's inputs, as members of a JSON object.
    ///   - secrets: inputs whose memory is zeroed after their last use. In place of each secret, guards and patterns
    ///     receive a handle, which is a random text.
    /// - Returns: the first step, or the refusal.
    public func start(_ inputs: JSONValue, secrets: [String: FlowSecret] = [:]) async -> FlowStep {
        await process(.start(self.secrets.hold(secrets, in: inputs)))
    }

    /// Submits the user's answers to the presented step.
    /// - Parameters:
    ///   - answers: the answers, as members of a JSON object.
    ///   - secrets: answers whose memory is zeroed after their last use, such as a new password.
    ///     In place of each secret, the flow has a handle, so pass an answer as text if the flow checks its digits,
    ///     length, pattern or words.
    /// - Returns: the next step, or the refusal.
    public func submit(_ answers: JSONValue, secrets: [String: FlowSecret] = [:]) async -> FlowStep {
        await process(.submit(self.secrets.hold(secrets, in: answers)))
    }

    /// Answers the presented step's only ask of type `choice` with a word.
    /// - Returns: the next step, or the refusal, for example if the step has no such ask or several.
    public func select(_ word: String) async -> FlowStep { await process(.select(word)) }

    /// Sends a command of the flow, or one of `back`, `cancel` and `timeout`.
    /// - Parameters:
    ///   - command: the command's name.
    ///   - error: the type and the message of an error that the host passes to the flow. The flow ignores the
    ///     error, unless it declares the command with `error="true"`. The error must not contain secrets.
    /// - Returns: the next step, or the refusal.
    public func send(_ command: String, error: (type: String, message: String)? = nil) async -> FlowStep {
        guard let error else { return await process(.command(command)) }
        return await process(.commandAfterError(command, type: error.type, message: error.message))
    }

    /// Sends the command `cancel`. The flow defines the effect of this command.
    /// - Returns: the next step, or the refusal.
    public func cancel() async -> FlowStep { await process(.command(HostEvent.cancel)) }

    /// Resumes a session that a journal recorded before a request (``FlowJournal/willCall(_:)``).
    ///
    /// The flow receives the error `no-answer`, because the runner does not know whether the service performed the
    /// request.
    /// - Returns: the next step, the current step if no request was in flight, or the refusal.
    public func recover() async -> FlowStep {
        guard let step else { return await process(.interrupted) }
        // The step may be that of a timeout, which the next event would return again.
        if !isWorking { undeliveredStep = nil }
        return step
    }
}

extension Duration {
    /// The latest time of a session, as a duration since 1970. Much later times would overflow.
    fileprivate static let latestTime = Duration.milliseconds(Int64(1) << 50)
}

// A secret that the flow discloses reaches the host as text, not as a handle.
extension FlowRunner {
    /// Returns the step that a session presents, with secrets as text; nil if the session presents none.
    func presentation(of session: FlowSession) -> FlowPresentation? {
        let presentation = session.presentation
        guard let presentation, secrets.areReferenced(in: presentation.parameters) else { return presentation }
        return secrets.revealed(session).presentation
    }

    /// Returns the outcome of a session, with secrets as text; nil if the session has not ended.
    func outcome(of session: FlowSession) -> FlowOutcome? {
        let outcome = session.outcome
        guard let outcome, secrets.areReferenced(in: outcome.parameters) else { return outcome }
        return secrets.revealed(session).outcome
    }

    /// Returns the notification of an effect `notify`, with secrets as text. `record` is the effect's number.
    func notification(_ record: Int) -> FlowNotification {
        let notification = session.notification(record)
        guard secrets.areReferenced(in: notification.parameters) else { return notification }
        return secrets.revealed(session).notification(record)
    }
}

/// The result of a host's event.
public enum FlowStep: Sendable, Redacted {
    /// The flow presents a step and waits for the host.
    case present(FlowPresentation)
    /// The flow has ended.
    case end(FlowOutcome)
    /// The event was refused. Unless another event replaced it or is in progress, the flow stays at the previous step.
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

    /// The refusal, or nil if the runner accepted the event.
    public var refusal: FlowRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }

    /// A description without values.
    public var description: String {
        switch self {
        case .present(let presentation): "present \(presentation.step)"
        case .end(let outcome): "end \(outcome.name)"
        case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)".onOneLine
        }
    }
}

/// A write-ahead log of a session, as in Gray and Reuter, "Transaction Processing", chapter 9.
///
/// A journal records the session's state before the runner sends a request. After a crash, the sign-in resumes from the
/// last record. A journal belongs to one sign-in, so a runner with a journal accepts a single start.
///
/// Unless the journal has its own limits, the runner waits for each call no longer than
/// ``FlowRunnerLimits/notification`` or, in a cancellation, ``FlowRunnerLimits/cancellation``.
///
/// Calls can overlap, because the runner stops waiting for a call when the event is replaced or canceled, or when the
/// limit expires. Carry them out in the order in which they begin.
public protocol FlowJournal: Sendable {
    /// Whether every call of this journal soon returns or throws by itself; false by default.
    ///
    /// If so, the runner awaits the journal in the task of the event, which costs less than a task and a timer for each
    /// call. The event then waits for the call to end, even if the event was canceled or superseded in the meantime.
    var hasOwnLimits: Bool { get }

    /// Records the session before the runner sends a request.
    /// - Parameter state: the session, which waits for the reply. To resume the session, call ``FlowRunner/recover()``,
    ///   because nobody knows whether the service performed the request.
    /// - Throws: the reason why the journal could not record the state. The runner then sends nothing. It refuses the
    ///   event under the failure's name or, if the event has already received a reply, passes the failure to the flow
    ///   as an error.
    func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure)

    /// Records the session when the flow has reached a step or an end.
    ///
    /// The host receives the step or the outcome after this call has returned.
    /// - Parameters:
    ///   - state: the session at the step or the end.
    ///   - hasEnded: whether the flow has ended.
    /// - Throws: the reason why the journal could not record the state. The runner then refuses the event under the
    ///   failure's name, and returns to the previous step. It also discards the event's replies
    ///   (``FlowService/discard(_:to:)``).
    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure)
}

extension FlowJournal {
    /// False, so that the runner limits the calls.
    public var hasOwnLimits: Bool { false }
}

/// An event of a run, for logs.
///
/// The runner's `FlowRedaction` determines which values are replaced. Secrets are always replaced, even if the flow
/// discloses them. Trace events contain neither replies nor error messages, because no declaration says which parts of
/// them are secret.
public enum FlowTraceEvent: Sendable, Redacted {
    /// An event begins: `start`, `submit`, `select`, `recover`, `timeout` or a command of the host.
    case event(String)
    /// The runner sends a request to the service.
    case called(FlowRequest)
    /// The service replied, or the request failed. `error` is the type of the error; nil for a reply that is not an
    /// error.
    case answered(operation: String, error: String?)
    /// The runner calls a handler.
    case handling(FlowWork)
    /// A handler has finished, or has exceeded its time limit. `failure` is the failure's name, or nil if it succeeded.
    case handled(handler: String, failure: String?)
    /// The host receives a notification.
    case notified(FlowNotification)
    /// The flow presents a step.
    case presented(FlowPresentation)
    /// The flow has ended.
    case ended(FlowOutcome)
    /// The runner refused an event.
    case refused(FlowRefusal)
}

/// Receives trace events.
public typealias FlowTracer = @Sendable (FlowTraceEvent) -> Void

extension FlowTraceEvent: CustomStringConvertible {
    /// The event as one line for a log, with U+FFFD in place of control characters.
    public var description: String { text.onOneLine }

    private var text: String {
        switch self {
        case .event(let name): "event \(name)"
        case .called(let request): "call \(request.operation) \(request.body.jsonText)"
        case .answered(let operation, let error): "answer of \(operation)" + (error.map { ": error \($0)" } ?? "")
        case .handling(let work): "handle \(work.handler) \(work.inputs.jsonText)"
        case .handled(let handler, let failure): "result of \(handler)" + (failure.map { ": failure \($0)" } ?? "")
        case .notified(let notification): "notify \(notification.name) \(notification.parameters.jsonText)"
        case .presented(let step): "present \(step.step) \(step.parameters.jsonText)" + Self.errorSuffix(step.error)
        case .ended(let outcome): "end \(outcome.name) \(outcome.parameters.jsonText)" + Self.errorSuffix(outcome.error)
        case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)"
        }
    }

    /// Returns the end of a log line with the type of a pending error; an empty text if there is no error.
    private static func errorSuffix(_ error: FlowPendingError?) -> String { error.map { " error \($0.type)" } ?? "" }
}
