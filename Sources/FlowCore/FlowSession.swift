public import FlowTable

/// One run of a flow with its parameter values: JSON in, effects out.
///
/// A session is a value: copy it to keep a state, drop it to forget. It performs no input or output; whoever drives it reads
/// what the current effect needs (``presentation``, ``request(redacted:)``, ``work(redacted:)``, ``outcome``) and says what
/// came of it. Every call gives an effect; a refused event has changed nothing.
public struct FlowSession: Sendable {
    /// The state of the run.
    public package(set) var machine: FlowMachine
    /// The values of the run.
    package var parameters: FlowParameters

    /// When the step that stands was presented.
    package var presentedAt: Int64 = 0

    /// The time, as milliseconds since 1970: whoever drives the session sets it before each event. Deadlines over several steps are counted by
    /// it. Who leaves it alone stops the clock, and only `timeout` moves it on.
    public var time: Int64 {
        get { parameters.time }
        set { parameters.time = min(max(0, newValue), Self.latest) }
    }

    /// No time is later, so that all sums of times are numbers.
    static let latest: Int64 = 1 << 50

    /// A run that has not started.
    public init(_ table: TransitionTable) {
        machine = FlowMachine(table)
        parameters = FlowParameters(table)
    }

    /// The flow.
    public var table: TransitionTable { machine.table }

    /// The name of the current state, if the table has names.
    public var stateName: String? { table.stateName(Int(machine.state)) }

    /// Starts the flow, or starts it again, with its inputs as members of a JSON object.
    public mutating func start(_ inputs: JSONValue) -> FlowEffect {
        take(BuiltinEvent.start.rawValue, named: "start", asks: self.inputs, given: inputs)
    }

    /// What the flow wants at the start.
    public var inputs: [FlowAsk] {
        let offset = table.view.pointee.startRecord
        if offset == 0 { return [] }
        var reader = table.record(offset)
        return FlowAsk.list(&reader, table)
    }

    /// Submits what the presented step asks for, as members of a JSON object.
    public mutating func submit(_ answers: JSONValue) -> FlowEffect {
        guard let asks = currentAsks else { return refuse(.eventNotAccepted, "submit") }
        return take(BuiltinEvent.submit.rawValue, named: "submit", asks: asks, given: answers)
    }

    /// Answers the one choice that the presented step asks for.
    public mutating func select(_ word: String) -> FlowEffect {
        guard let asks = currentAsks else { return refuse(.eventNotAccepted, "select") }
        let choices = asks.filter { $0.isChoice }
        guard choices.count == 1 else { return refuse(.eventNotAccepted, "select") }
        return submit(.object([JSONMember(choices[0].name, .string(word))]))
    }

    /// Sends a command of the flow, or one of `cancel`, `back` and `timeout`.
    /// - Parameters:
    ///   - name: the command.
    ///   - error: an error of the host's own that comes with it, as type and message.
    /// - Returns: what to do next.
    public mutating func send(_ name: String, error: (type: String, message: String)? = nil) -> FlowEffect {
        guard let event = eventNumber(named: name) else { return refuse(.unknownEvent, name) }
        guard !machine.isPaused else { return refuse(.busy, name) }
        if event == BuiltinEvent.timeout.rawValue { return timeOut() }
        if let error { setError(error.type, error.message) } else { clearError() }
        return report(machine.advance(event, in: &parameters), name)
    }

    /// The time of the step is over: the outermost deadline that is, or else the step's own limit.
    private mutating func timeOut() -> FlowEffect {
        let limits = stepLimits
        guard let end = limits?.end(since: presentedAt), let limits else { return refuse(.eventNotAccepted, "timeout") }
        let before = time
        time = max(time, end)
        clearError()
        let effect = report(machine.advance(limits.event(at: time), in: &parameters), "timeout")
        if case .refused = effect { time = before }
        return effect
    }

    /// Goes on after a notification was told.
    public mutating func proceed() -> FlowEffect { noting(machine.proceed(in: &parameters)) }

    // MARK: Parts

    package var currentAsks: [FlowAsk]? {
        guard machine.kind == .present, !machine.isPaused else { return nil }
        let offset = table.view.pointee.presentRecord[Int(machine.state)]
        if offset == 0 { return [] }
        var reader = table.record(offset)
        _ = StepLimits(&reader, parameters)
        FlowShow.skipList(&reader)
        return FlowAsk.list(&reader, table)
    }

    /// When the time of the step that stands is over, in milliseconds since 1970; nil if nothing limits it.
    package var timeLimitEnd: Int64? { stepLimits?.end(since: presentedAt) }

    /// The event that `timeout` is now; nil if nothing limits the time.
    package var timeoutEvent: Int? {
        guard let limits = stepLimits, let end = limits.end(since: presentedAt) else { return nil }
        return limits.event(at: max(time, end))
    }

    /// What limits the time of the step that stands.
    private var stepLimits: StepLimits? {
        guard machine.kind == .present, !machine.isPaused else { return nil }
        let offset = table.view.pointee.presentRecord[Int(machine.state)]
        if offset == 0 { return nil }
        var reader = table.record(offset)
        return StepLimits(&reader, parameters)
    }

    private func eventNumber(named name: String) -> Int? {
        if UTF8Text.same(name, "cancel") { return BuiltinEvent.cancel.rawValue }
        if UTF8Text.same(name, "back") { return BuiltinEvent.back.rawValue }
        if UTF8Text.same(name, "timeout") { return BuiltinEvent.timeout.rawValue }
        let first = TableFormat.firstOwnEvent
        return table.ownEvent(named: name, from: first, to: table.view.pointee.firstChallenge)
    }

    private mutating func take(_ event: Int, named name: String, asks: [FlowAsk], given: JSONValue) -> FlowEffect {
        guard !machine.isPaused else { return refuse(.busy, name) }
        guard machine.accepts(event) else { return refuse(.eventNotAccepted, name) }
        clearError()
        do throws(FlowRefusal) {
            try AnswerReader(table: table, asks: asks).store(given, in: &parameters)
        } catch {
            parameters.discard()
            return .refused(error)
        }
        return report(machine.advance(event, in: &parameters), name)
    }

    /// A pending error is told once: the next accepted event of the host and the next good reply clear it.
    package mutating func clearError() {
        if parameters[TableFormat.errorTypeSlot] != nil {
            parameters.set(TableFormat.errorTypeSlot, nil)
            parameters.set(TableFormat.errorMessageSlot, nil)
        }
    }

    package mutating func setError(_ type: String, _ message: String) {
        parameters.set(TableFormat.errorTypeSlot, .text(type))
        parameters.set(TableFormat.errorMessageSlot, .text(message))
    }

    package mutating func refuse(_ reason: FlowRefusal.Reason, _ subject: String) -> FlowEffect {
        // The changes of an event of which the host is being told are not those of the event that is refused.
        if !machine.isPaused { parameters.discard() }
        return .refused(FlowRefusal(reason, subject))
    }

    /// Names the event in a refusal of the machine, which knows numbers only.
    package mutating func report(_ effect: FlowEffect, _ name: String) -> FlowEffect {
        if case .refused(let refusal) = effect, refusal.subject.utf8.isEmpty {
            return .refused(FlowRefusal(refusal.reason, name))
        }
        return noting(effect)
    }

    /// Notes when a step is presented.
    private mutating func noting(_ effect: FlowEffect) -> FlowEffect {
        if case .present = effect { presentedAt = time }
        return effect
    }
}
