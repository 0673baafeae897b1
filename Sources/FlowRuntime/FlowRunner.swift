public import FlowCore
public import FlowTable

/// Runs one session of a flow: lets handlers work, sends requests, turns what comes of them into events of the flow, and
/// gives the host each step.
///
/// ```
/// let runner = FlowRunner(table, handlers: handlers, service: service, clock: ContinuousClock())
/// switch await runner.start(inputs) { case .present(let step): …  case .end(let outcome): …  case .refused(let why): … }
/// ```
///
/// Every call that a host awaits returns: requests and handlers have limits, a cancelled wait ends the work at hand, and an
/// event that comes while another is being worked on is refused as `busy` (only a start or a cancellation takes its place,
/// where the flow accepts it there; the earlier wait then returns the refusal `superseded`).
///
/// When the task of a wait is cancelled, the flow gets the event `cancel` if it takes it there. If it does not, the session
/// goes back to the step presented last, and the wait returns the refusal `cancelled`. Requests that a flow makes after it
/// took `cancel` are not made in a cancelled task: it goes back, too, and ``cancel()`` can be sent in another task.
///
/// With a journal a runner carries out one sign-in: another start is refused as `event-not-accepted` and needs a runner of its own.
///
/// The runner keeps the time of a step while somebody holds the runner: when it is over, the flow gets the event `timeout`, whether or
/// not anybody waits for ``expiry()``.
public actor FlowRunner<C: Clock> where C.Duration == Duration {
    let clock: C
    let handlers: FlowHandlers
    let service: any FlowService
    let limits: FlowRunnerLimits
    let notify: @Sendable (FlowNotification) async -> Void
    let journal: (any FlowJournal)?
    let tracer: FlowTracer?
    let tracing: FlowRedaction

    /// The session with everything that was taken so far.
    var session: FlowSession
    /// The session as it stood when the host last got a step: what a cancelled wait goes back to.
    var settled: FlowSession
    /// The secrets whose handles are values of the session.
    var secrets = FlowSecrets()
    /// The instant at which the session's time began: 1970, where the host said what time it is.
    let beginning: C.Instant
    /// When the presented step's time is over.
    var deadline: C.Instant?
    /// The wait for a request, a handler or a notification.
    var waiting: Waiting?
    /// Number of the wait; a result with an older one comes too late.
    var ticket = 0
    /// Grows when an event takes the place of the one that is being worked on.
    var epoch = 0
    /// The replies that the event at hand has brought. Where it is given up before a step or an end, nobody uses them.
    package internal(set) var taken: [(reply: FlowReply, request: FlowRequest)] = []
    /// Whether an event is being worked on.
    var isWorking = false
    /// Whether the session has ever left its beginning.
    var hasBegun: Bool
    /// Ends the presented step when its time is over.
    var timer: StepTimer<C>?
    /// The step that the flow went to when time was over, as long as nobody has got it: the next event does.
    var untold: FlowStep?

    /// A session that has not started.
    /// - Parameters:
    ///   - table: the flow.
    ///   - handlers: what computes.
    ///   - service: what answers requests.
    ///   - clock: measures time limits.
    ///   - now: the time since 1970, for a sign-in that another runner may go on with: its deadlines then count on in between.
    ///   - limits: how long requests and handlers may take.
    ///   - journal: records where the session stands before a request leaves.
    ///   - tracer: is told what happens, without secrets.
    ///   - tracing: what is left out of traces; all that people and services wrote, unless a host says that it wants to see all but secrets.
    ///   - notify: is told what the flow notifies, in order, before the step that follows is returned.
    public init(
        _ table: TransitionTable, handlers: FlowHandlers, service: any FlowService, clock: C, now: Duration? = nil,
        limits: FlowRunnerLimits = FlowRunnerLimits(), journal: (any FlowJournal)? = nil, tracer: FlowTracer? = nil,
        tracing: FlowRedaction = .values, notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        self.init(
            session: FlowSession(table), handlers: handlers, service: service, clock: clock, now: now, limits: limits,
            journal: journal, tracer: tracer, tracing: tracing, notify: notify)
    }

    /// A session that goes on where it stood, such as one restored from a ``FlowSessionState``.
    /// - Parameters:
    ///   - session: the session, as it stood at a presented step.
    ///   - handlers: what computes.
    ///   - service: what answers requests.
    ///   - clock: measures time limits.
    ///   - now: the time since 1970. The time limit of the step, and the deadlines that it is in, count from when they began.
    ///   - elapsed: how long the step has been presented already, for a host that does not know the time. Without either, the time in
    ///     between does not count.
    ///   - limits: how long requests and handlers may take.
    ///   - journal: records where the session stands before a request leaves.
    ///   - tracer: is told what happens, without secrets.
    ///   - tracing: what is left out of traces; all that people and services wrote, unless a host says that it wants to see all but secrets.
    ///   - notify: is told what the flow notifies, in order, before the step that follows is returned.
    public init(
        session: FlowSession, handlers: FlowHandlers, service: any FlowService, clock: C, now: Duration? = nil,
        elapsed: Duration = .zero, limits: FlowRunnerLimits = FlowRunnerLimits(), journal: (any FlowJournal)? = nil,
        tracer: FlowTracer? = nil,
        tracing: FlowRedaction = .values, notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) {
        let time = max(now ?? .zero, .milliseconds(session.time) + elapsed)
        var session = session
        session.time = time.milliseconds
        self.session = session
        self.settled = session
        self.handlers = handlers
        self.service = service
        self.clock = clock
        self.limits = limits
        self.journal = journal
        self.tracer = tracer
        // No trace holds a secret.
        self.tracing = tracing == .nothing ? .secrets : tracing
        self.notify = notify
        hasBegun = session.hasBegun
        let beginning = clock.now.advanced(by: .zero - time)
        self.beginning = beginning
        deadline = session.timeLimitEnd.map { beginning.advanced(by: .milliseconds($0)) }
        Task { [weak self] in await self?.watchFirst() }
    }

    deinit { timer?.sleep.cancel() }

    /// The session as it stood at the last step, for another runner or for FlowSealing. It has copies of secrets, which nobody can erase.
    public var state: FlowSessionState? { secrets.revealed(settled).state }

    /// The step that stands: what is presented, or the outcome; nothing before the first start.
    public var step: FlowStep? {
        if let presentation = presentation(of: settled) { return .present(presentation) }
        return outcome(of: settled).map { .end($0) }
    }

    /// Starts the flow, or starts it again, with its inputs as members of a JSON object.
    /// - Parameters:
    ///   - inputs: the inputs.
    ///   - secrets: inputs that are erased from memory when the flow needs them no more. Guards and patterns see a handle in the place of
    ///     each, a text of random digits.
    /// - Returns: the first step.
    public func start(_ inputs: JSONValue, secrets: [String: FlowSecret] = [:]) async -> FlowStep {
        await take(.start(self.secrets.adding(secrets, to: inputs)))
    }

    /// Submits what the presented step asks for, as members of a JSON object.
    /// - Parameters:
    ///   - answers: the answers.
    ///   - secrets: answers that are erased from memory when the flow needs them no more, such as a new password.
    /// - Returns: the next step.
    public func submit(_ answers: JSONValue, secrets: [String: FlowSecret] = [:]) async -> FlowStep {
        await take(.submit(self.secrets.adding(secrets, to: answers)))
    }

    /// Answers the one choice that the presented step asks for.
    /// - Parameter word: the word chosen.
    /// - Returns: the next step.
    public func select(_ word: String) async -> FlowStep { await take(.select(word)) }

    /// Sends a command of the flow, or one of `back` and `cancel`.
    /// - Parameters:
    ///   - command: the command's name.
    ///   - error: an error of the host's own that comes with it, as type and message without secrets.
    /// - Returns: the next step.
    public func send(_ command: String, error: (type: String, message: String)? = nil) async -> FlowStep {
        guard let error else { return await take(.command(command)) }
        return await take(.commandAfterError(command, type: error.type, message: error.message))
    }

    /// Cancels: the flow says what that means.
    /// - Returns: the next step.
    public func cancel() async -> FlowStep { await take(.command(HostEvent.cancel)) }

    /// Goes on with a session that was recorded while a request was on its way (``FlowJournal/willCall(_:)``), as if no answer had come: the
    /// flow gets the error `no-answer`, and it is not known whether the request was carried out.
    /// - Returns: the step that the flow goes on to; the step that stands, where no request was on its way.
    public func recover() async -> FlowStep {
        if let step { return step }
        return await take(.interrupted)
    }
}
