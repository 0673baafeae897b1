public import FlowCore
public import FlowRuntime
public import Observation

/// The state of a session for a user interface: the current step, and whether a call is in progress.
///
/// The model follows the session from the moment at which you create the model. It therefore also shows the step that
/// the flow enters on a timeout, and the step of a restored session. A released model stops. Each property reports only
/// its own changes.
///
/// ```
/// switch model.step {
/// case .whoAreYou(let it):
///     Button("Continue") { Task { await model.perform { try await it.submit(badge: badge) } } }
///         .disabled(model.isWorking)
/// …
/// }
/// ```
///
/// While a call is in progress, the model ignores all others except ``cancel()``, so a second tap has no effect. The
/// model also ignores an answer to a step that has expired or that was answered elsewhere, because it already shows the
/// next step.
///
/// After the flow has ended, the model shows the outcome until a call through the model continues or starts the flow.
/// The model does not notice if you call `start` of ``flow`` itself after an outcome.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable public final class FlowSessionModel<Flow: TypedFlow> {
    /// The session.
    public let flow: Flow
    /// The current step or outcome; nil until the model has received the first one.
    public private(set) var step: Flow.Step?
    /// The problem of the last call or, without one, the error with which the flow entered the step.
    ///
    /// A call clears the problem when it begins. A late answer causes no problem.
    public private(set) var problem: FlowProblem?
    /// Whether a call is in progress.
    public private(set) var isWorking = false
    /// Whether the step accepts the command `back`.
    public private(set) var canGoBack = false
    /// The whole seconds until the step expires, rounded up; nil if the step has no time limit.
    ///
    /// The value counts down to zero. At zero, the flow enters the next step, or waits for the call in progress.
    public private(set) var secondsLeft: Int?

    private let clock: any Clock<Duration>
    /// The turn of ``step``; nil before the first.
    @ObservationIgnored private var turn: FlowTurn?
    /// The number of calls in progress: at most a cancellation and another call.
    @ObservationIgnored private var calls = 0
    @ObservationIgnored private var isCancelling = false
    /// The task that shows each turn of the session.
    @ObservationIgnored private var follower: Task<Void, Never>?
    /// The task that counts down ``secondsLeft``.
    @ObservationIgnored private var countdown: Task<Void, Never>?

    /// Creates a model of a session. Soon afterwards, the model shows the current step, if there is one.
    /// - Parameters:
    ///   - flow: the session, which may have started already.
    ///   - clock: the clock with which the session measures time limits.
    public init(_ flow: Flow, clock: any Clock<Duration> = ContinuousClock()) {
        self.flow = flow
        self.clock = clock
        follow()
    }

    deinit {
        follower?.cancel()
        countdown?.cancel()
    }

    /// Starts the flow, or starts it again. Until the first step, the model shows the previous step or outcome.
    public func start(_ inputs: Flow.Inputs) async {
        guard !isWorking else { return }
        await run { try await flow.start(inputs) }
    }

    /// Performs a call of the current step, such as `submit`, and shows the step that follows.
    ///
    /// The model lives until the call returns. To end the call earlier, cancel the task. The flow then receives
    /// `cancel`.
    /// - Parameter call: calls a function of a step, or one of the flow such as `recover`. It can also do work of the
    ///   host, such as creating a passkey. An error that it throws becomes the ``problem``, unless the flow has
    ///   entered another step, or the error says that the call was canceled or superseded.
    public func perform(_ call: @MainActor () async throws -> Flow.Step) async {
        guard !isWorking else { return }
        await run(call)
    }

    /// Sends the command `back`.
    public func back() async {
        guard !isWorking, let turn else { return }
        await run { try Flow.Step(answering: await turn.send(backCommand)) }
    }

    /// Sends the command `cancel`, even while another call is in progress. Does nothing during a cancellation.
    public func cancel() async {
        guard !isCancelling else { return }
        isCancelling = true
        await run { try await flow.cancel() }
        isCancelling = false
    }

    /// Performs a call, and shows the result.
    private func run(_ call: @MainActor () async throws -> Flow.Step) async {
        calls += 1
        // Assigning an equal value would notify observers, too.
        if !isWorking { isWorking = true }
        if problem != nil { problem = nil }
        let numberBefore = turn?.number
        var thrown: FlowProblem?
        do {
            _ = try await call()
        } catch {
            thrown = FlowProblem(thrown: error)
        }
        if let next = await flow.session.turn { show(next, await Details(next)) }
        // An error concerns the step before the call, so it is shown only if this step is still presented.
        if turn?.number != numberBefore {
            // If the call led on from an outcome, that outcome has ended the sequence that the model followed.
            follow()
        } else if let thrown {
            problem = thrown
        }
        calls -= 1
        if calls == 0 { isWorking = false }
    }

    /// Shows each turn of the session until its outcome.
    private func follow() {
        follower?.cancel()
        follower = Task { [weak self, turns = flow.session.turns] in
            for await turn in turns {
                let details = await Details(turn)
                self?.show(turn, details)
            }
        }
    }

    /// Shows a turn, unless this turn or a later one is already shown.
    private func show(_ turn: FlowTurn, _ details: Details) {
        guard turn.number > self.turn?.number ?? 0, let step = Flow.Step(turn) else { return }
        self.turn = turn
        self.step = step
        if problem != nil || turn.error != nil { problem = turn.error.map { .error($0) } }
        if canGoBack != details.canGoBack { canGoBack = details.canGoBack }
        if secondsLeft != details.secondsLeft { secondsLeft = details.secondsLeft }
        countDown(turn)
    }

    /// Starts the countdown of a turn, and ends the countdown of the previous turn.
    private func countDown(_ turn: FlowTurn) {
        countdown?.cancel()
        guard secondsLeft != nil else { return }
        countdown = Task { [weak self, clock] in
            while let left = await turn.timeLeft, !Task.isCancelled {
                let seconds = left.secondsRoundedUp
                if let self, secondsLeft != seconds { secondsLeft = seconds }
                guard seconds > 0 else { return }
                // Sleep until one second less is left, in whole seconds.
                guard (try? await clock.sleep(for: left - .seconds(seconds - 1))) != nil else { return }
            }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension FlowSessionModel: Redacted {}

/// What to tell the user after a call.
public enum FlowProblem: Sendable {
    /// The flow refused the call, and stays at the step.
    case refusal(FlowRefusal)
    /// The flow has entered the step with this error, such as a wrong code.
    case error(FlowPendingError)
    /// Code of the host, in a closure that it passed to ``FlowSessionModel/perform(_:)``, threw this error.
    case failure(any Error)

    /// Creates the problem of a call that threw; nil if the user need not know.
    ///
    /// A superseded call needs no report, because the user sees the step that replaced it. A canceled call needs none
    /// either, because the host canceled it.
    init?(thrown error: any Error) {
        switch error {
        case let refusal as FlowRefusal:
            guard refusal.reason != .superseded, refusal.reason != .cancelled else { return nil }
            self = .refusal(refusal)
        case is CancellationError: return nil
        default: self = .failure(error)
        }
    }
}

extension FlowProblem: Redacted {}

/// The built-in command that the model sends by its name.
private let backCommand = "back"

/// The parts of a turn that its runner knows.
private struct Details: Sendable {
    let canGoBack: Bool
    let secondsLeft: Int?

    /// Gets the details of a turn from its runner.
    init(_ turn: FlowTurn) async {
        canGoBack = await turn.accepts(backCommand)
        secondsLeft = await turn.timeLeft?.secondsRoundedUp
    }
}

extension Duration {
    fileprivate var secondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
