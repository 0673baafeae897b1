public import FlowTable

/// One run of a flow with its parameter values: JSON in, effects out.
///
/// A session is a value, so copy it to save its state. It performs no input or output. Each call applies an event and
/// returns an effect. The driver reads what the effect needs (``presentation``, ``request(redacted:)``,
/// ``work(redacted:)`` or ``outcome``), and applies the result as the next event. A refused event changes nothing.
public struct FlowSession: Sendable, Redacted {
    /// The state machine of the run.
    public package(set) var machine: FlowMachine
    package var parameters: FlowParameters

    /// When the current step was presented, in milliseconds since 1970.
    package var presentedAt: Int64 = 0

    /// The current time, in milliseconds since 1970 or since another instant that the host chooses.
    ///
    /// Set the time before each event, so that deadlines across several steps can expire. The value is clamped to the
    /// range from 0 to 2^50. If you never set the time, only the event `timeout` moves it forward.
    public var time: Int64 {
        get { parameters.time }
        set { parameters.time = min(max(0, newValue), Self.latest) }
    }

    /// The latest time. The bound keeps sums of times from overflowing.
    static let latest: Int64 = 1 << 50

    /// Creates a session of a table's flow that has not started.
    public init(_ table: TransitionTable) {
        machine = FlowMachine(table)
        parameters = FlowParameters(table)
    }

    /// The table of the flow.
    public var table: TransitionTable { machine.table }

    /// The name of the current state, or nil if the table has no names.
    public var stateName: String? { table.stateName(Int(machine.state)) }

    /// Starts the flow, or starts it again, and returns what to do next. The inputs are the members of a JSON object.
    public mutating func start(_ inputs: JSONValue) -> FlowEffect {
        apply(BuiltinEvent.start.rawValue, named: "start", asks: self.inputs, answers: inputs)
    }

    /// The inputs that the flow asks for at the start.
    public var inputs: [FlowAsk] {
        let offset = table.view.pointee.startRecord
        if offset == 0 { return [] }
        var reader = table.record(offset)
        return FlowAsk.readList(&reader, table)
    }

    /// Submits the answers to the presented step as members of a JSON object, and returns what to do next.
    public mutating func submit(_ answers: JSONValue) -> FlowEffect {
        apply(BuiltinEvent.submit.rawValue, named: "submit", asks: currentAsks ?? [], answers: answers)
    }

    /// Answers the presented step's only ask of type `choice` with a word.
    ///
    /// The session refuses the event if the step has no such ask, or several.
    /// - Returns: what to do next.
    public mutating func select(_ word: String) -> FlowEffect {
        let choices = (currentAsks ?? []).filter { $0.isChoice }
        guard choices.count == 1 else { return refuse(machine.isPaused ? .busy : .eventNotAccepted, "select") }
        return submit(.object([JSONMember(choices[0].name, .string(word))]))
    }

    /// Sends a command of the flow, or one of `cancel`, `back` and `timeout`.
    /// - Parameters:
    ///   - name: the command's name.
    ///   - error: the type and the message of an error that the host passes to the flow; nil if there is none.
    ///     The session ignores it, unless the flow declares the command with `error="true"`.
    /// - Returns: what to do next.
    public mutating func send(_ name: String, error: (type: String, message: String)? = nil) -> FlowEffect {
        guard let event = eventNumber(named: name) else { return refuse(.unknownEvent, name) }
        guard !machine.isPaused else { return refuse(.busy, name) }
        if event == BuiltinEvent.timeout.rawValue { return timeOutMovingTime() }
        if let error, takesError(event) { setError(error.type, error.message) } else { clearError() }
        return complete(machine.advance(event, in: &parameters), name)
    }

    /// Applies the event that ``StepLimits/event(at:)`` selects, and returns its effect.
    ///
    /// If no limit has passed yet, the time first moves forward to the end of the first limit. A refusal restores the
    /// time.
    private mutating func timeOutMovingTime() -> FlowEffect {
        guard let limits = stepLimits, let end = limits.end(since: presentedAt) else {
            return refuse(.eventNotAccepted, "timeout")
        }
        let before = time
        time = max(time, end)
        clearError()
        let effect = complete(machine.advance(limits.event(at: time), in: &parameters), "timeout")
        if case .refused = effect { time = before }
        return effect
    }

    /// Continues after a notification, and returns what to do next: a refusal if no notification is pending.
    public mutating func proceed() -> FlowEffect { recordPresentation(machine.proceed(in: &parameters)) }

    // MARK: Helpers

    /// The asks of the presented step, or nil if the session waits for something else.
    package var currentAsks: [FlowAsk]? {
        guard machine.kind == .present, !machine.isPaused else { return nil }
        let offset = table.view.pointee.presentRecord[Int(machine.state)]
        if offset == 0 { return [] }
        var reader = table.record(offset)
        // Reading the limits moves the reader to the shows.
        _ = StepLimits(&reader, parameters)
        FlowShow.skipShows(&reader)
        return FlowAsk.readList(&reader, table)
    }

    /// When the presented step times out, in milliseconds since 1970; nil if no step is presented or it has no limit.
    package var timeLimitEnd: Int64? { stepLimits?.end(since: presentedAt) }

    /// The event that `timeout` would raise now; nil if the step has no limit, or if no step is presented.
    package var timeoutEvent: Int? {
        guard let limits = stepLimits, let end = limits.end(since: presentedAt) else { return nil }
        return limits.event(at: max(time, end))
    }

    /// The time limits of the presented step, or nil if the session waits for something else.
    private var stepLimits: StepLimits? {
        guard machine.kind == .present, !machine.isPaused else { return nil }
        let offset = table.view.pointee.presentRecord[Int(machine.state)]
        if offset == 0 { return nil }
        var reader = table.record(offset)
        return StepLimits(&reader, parameters)
    }

    /// Returns the number of a command, or of `cancel`, `back` or `timeout`; nil if the name is none of these.
    private func eventNumber(named name: String) -> Int? {
        if UTF8Text.isSame(name, "cancel") { return BuiltinEvent.cancel.rawValue }
        if UTF8Text.isSame(name, "back") { return BuiltinEvent.back.rawValue }
        if UTF8Text.isSame(name, "timeout") { return BuiltinEvent.timeout.rawValue }
        // Embedded builds favor size.
        #if !hasFeature(Embedded)
            if table.isDeadlineEvent(name) { return nil }
        #endif
        let first = TableFormat.firstOwnEvent
        return table.ownEvent(named: name, from: first, to: table.view.pointee.firstChallenge)
    }

    /// Returns whether the host can pass an error with an event, which is then a command of the flow.
    ///
    /// The code of such a command begins with the error that applies if the host passes none: its type is the name of
    /// the command.
    private func takesError(_ event: Int) -> Bool {
        let view = table.view
        let block = machine.transition(on: event) - view.pointee.states
        guard event >= TableFormat.firstOwnEvent, block >= 0 else { return false }
        var reader = TrustedReader(view.pointee.code + view.pointee.blockOffset[block])
        guard reader.readByte() == Opcode.ifAbsent.rawValue, reader.readVarint() == TableFormat.errorTypeSlot else {
            return false
        }
        // Embedded builds favor size: they do not exclude that the flow itself begins with such a test.
        #if hasFeature(Embedded)
            return true
        #else
            let length = reader.readVarint()
            let end = reader.pointer + length
            guard reader.readByte() == Opcode.error.rawValue,
                reader.readVarint() == view.pointee.eventName[event - TableFormat.firstOwnEvent]
            else { return false }
            reader.skip(1)
            return reader.pointer == end
        #endif
    }

    /// Stores the answers to `asks` and applies the event.
    ///
    /// Refuses the event if the state does not accept it, or if the answers are not valid.
    /// - Returns: the event's effect. A refusal contains `name` if it concerns the event itself.
    private mutating func apply(_ event: Int, named name: String, asks: [FlowAsk], answers: JSONValue) -> FlowEffect {
        guard !machine.isPaused else { return refuse(.busy, name) }
        guard machine.accepts(event) else { return refuse(.eventNotAccepted, name) }
        clearError()
        do throws(FlowRefusal) {
            try AnswerReader(asks: asks).store(answers, in: &parameters)
        } catch {
            parameters.discard()
            return .refused(error)
        }
        return complete(machine.advance(event, in: &parameters), name)
    }

    /// Clears the pending error.
    ///
    /// The host's next accepted event and the next valid reply clear it. A transition can still keep the error.
    package mutating func clearError() {
        if parameters[TableFormat.errorTypeSlot] != nil {
            parameters.set(TableFormat.errorTypeSlot, nil)
            parameters.set(TableFormat.errorMessageSlot, nil)
        }
    }

    /// Sets the pending error, as a change that an event makes.
    mutating func setError(_ type: String, _ message: String) {
        parameters.set(TableFormat.errorTypeSlot, .text(type))
        parameters.set(TableFormat.errorMessageSlot, .text(message))
    }

    /// Discards the changes of an event, and returns its refusal.
    package mutating func refuse(_ reason: FlowRefusal.Reason, _ subject: String) -> FlowEffect {
        // While a notification is pending, the uncommitted changes belong to the event that sent it.
        if !machine.isPaused { parameters.discard() }
        return .refused(FlowRefusal(reason, subject))
    }

    /// Completes and returns an effect of the machine.
    ///
    /// A refusal without a subject gets the event's name. If the effect presents a step, the session records the time.
    package mutating func complete(_ effect: FlowEffect, _ name: String) -> FlowEffect {
        if case .refused(let refusal) = effect, refusal.subject.utf8.isEmpty {
            return .refused(FlowRefusal(refusal.reason, name))
        }
        return recordPresentation(effect)
    }

    /// Records the time if an effect presents a step, and returns the effect.
    private mutating func recordPresentation(_ effect: FlowEffect) -> FlowEffect {
        if case .present = effect { presentedAt = time }
        return effect
    }
}
