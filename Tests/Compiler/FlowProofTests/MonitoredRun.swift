import FlowAnalysis
import FlowDiagnostics
import FlowCore
import FlowIR
import FlowReference
import FlowTable
import TestSupport

/// A run of a flow under watch: every event goes to the machine and to the model, and what must not happen is noted.
struct MonitoredRun {
    let subject: Subject
    private(set) var session: FlowSession
    /// The same run with the compiler's own table, where there is one.
    private var shadow: FlowSession?
    private(set) var model: ModelRun
    /// The same run by the reference interpreter, where the subject has one.
    private(set) var reference: ReferenceRun?
    /// How often the reference came to each element.
    private(set) var executed: [Execution: Int] = [:]
    /// How often each transition with a limit was taken without anything else in between.
    var tries: [TriedPlace: Int] = [:]
    /// What must not have happened.
    private(set) var faults: [Fault] = []
    /// What happened, for reports.
    private(set) var log: [String] = []
    /// What the machine waits for.
    private(set) var effect: FlowEffect = .end
    /// By kind: replies that the machine must take for invalid.
    private(set) var invalid: [String: Int] = [:]
    /// Number of events.
    var events: Int { log.count }
    /// Sessions that the service has answered.
    var usedSessions: Set<String> = []
    /// By where a flow begins, the compiled one without a state: what was passed of what assertions name since it began.
    var passed: [StateID?: Set<Passing>] = [:]
    /// What is on its way to be passed: a host answered, or a choice began, and handlers work before it is left.
    var underWay: Set<Passing> = []
    /// Whether a request that proves who the user is was answered.
    var isProven = false
    /// All states that were entered.
    var entered: Set<StateID> = []
    /// Challenges that the service may ask for and the flow does not know.
    private(set) var untaken: Set<String> = []
    private var automaticSteps = 0
    /// Everything that it came to, where somebody asks for it.
    private(set) var visits: [Visit] = []
    /// Whether it is kept what it came to.
    var keepsVisits = false
    /// The challenge that the last reply brought.
    private(set) var challenge: String?
    /// What was told to the host while the event at hand was taken.
    private(set) var told: [String] = []

    /// Whether the flow refused the last event, whatever it brought: it was not for its form.
    var isLastRefusedByFlow: Bool {
        ["event-not-accepted", "no"].contains { log.last?.hasSuffix(" — refused: \($0)") == true }
    }

    /// The most automatic steps without the host.
    static let maxAutomaticSteps = 400

    init(_ subject: Subject) {
        self.subject = subject
        session = FlowSession(subject.table)
        shadow = subject.compiled.map { FlowSession($0) }
        model = ModelRun(subject.flow)
        reference = subject.reference.map { ReferenceRun($0) }
    }

    /// The state at hand.
    var state: StateID { session.currentState }

    mutating func note(_ kind: Fault.Kind, _ detail: String) {
        faults.append(Fault(kind, "at '\(subject.flow.states[state].name)': \(detail)"))
    }

    /// Begins to note faults anew.
    mutating func forgetFaults() { faults = [] }

    // MARK: The host

    /// Starts, or starts again.
    mutating func start(_ inputs: JSONValue) {
        let changes = Answers.changes(inputs, subject.flow.inputs, model)
        take(0, "start \(inputs.jsonText)", changes: changes, isHost: true, { $0.start(JSON(inputs)) }) {
            $0.start(inputs)
        }
    }

    /// Answers the step.
    mutating func submit(_ answers: JSONValue) {
        guard case .present(let presentation) = subject.flow.states[state].kind else { return }
        let changes = Answers.changes(answers, presentation.asks, model)
        take(1, "submit \(answers.jsonText)", changes: changes, isHost: true, { $0.submit(JSON(answers)) }) {
            $0.submit(answers)
        }
    }

    /// Sends a command, or one of `cancel`, `back` and `timeout`.
    mutating func send(_ name: String, error: (type: String, message: String)? = nil) {
        let timeout = session.timeoutEvent.map { EventID($0) } ?? .timeout
        let builtin: EventID? = ["cancel": .cancel, "back": .back, "timeout": timeout][name]
        guard let event = builtin ?? subject.flow.number(.command, ByteString(name)) else { return }
        let takesError = subject.flow.effect(of: event, in: subject.flow.states[state]).canTakeError
        let text: (String?) -> FlowValue? = { text in takesError ? text.map { .text($0) } : nil }
        take(
            event, "\(name) \(error?.type ?? "")", changes: [(0, text(error?.type)), (1, text(error?.message))],
            isHost: true,
            { run in run.send(Text(name), error: error.map { PendingError(Text($0.type), Text($0.message)) }) }
        ) { $0.send(name, error: error) }
    }

    /// Time passes up to the end of a deadline, and the host says so.
    mutating func timeOut(_ deadline: SlotID) {
        let end = session.parameters[deadline]?.text.flatMap { Int64($0) } ?? 0
        pass(until: max(session.time, (end + 999) / 1000 * 1000))
        send("timeout")
    }

    /// Time passes, and nobody says so.
    mutating func pass(seconds: Int) { pass(until: session.time + Int64(seconds) * 1000) }

    private mutating func pass(until time: Int64) {
        session.time = time
        shadow?.time = time
        reference?.time = Int(time / 1000)
    }

    // MARK: The service and handlers

    /// The service answers.
    mutating func reply(_ text: String) {
        guard case .call(let form) = subject.flow.states[state].kind, let request = session.request() else { return }
        let body = Array(text.utf8)
        challenge = JSONValue(json: body)?.at(form.reply.challengePath.map(\.text))?.string
        let meaning = ReplyDecoder.read(JSONValue(json: body), form, in: state, of: subject.flow) {
            subject.service.bars($0, on: request)
        }
        switch meaning {
        case .event(let event, let changes):
            automatic(event, "reply \(text)", Answers.noError + changes, { $0.reply(body) }) { $0.reply(body) }
        case .invalid(let type, let message):
            let kind = type == "unexpected-reply" ? message == "success" ? "barred-success" : "barred-challenge" : type
            invalid[kind, default: 0] += 1
            if type == "unknown-challenge", subject.service.challenges[message] != nil { untaken.insert(message) }
            automatic(7, "reply \(text)", [(0, .text(type)), (1, .text(message))], { $0.reply(body) }) {
                $0.reply(body)
            }
        }
    }

    /// The service or the way to it fails.
    mutating func fail(_ type: String, _ message: String) {
        let event = subject.flow.number(.error, ByteString(type)) ?? 9
        automatic(
            event, "error \(type)", [(0, .text(type)), (1, .text(message))], { $0.fail(Text(type), Text(message)) }
        ) {
            $0.fail(type: type, message: message)
        }
    }

    /// A handler is done; it gave all that it must, of the right types.
    mutating func handled(_ result: JSONValue) {
        guard case .handler(let use) = subject.flow.states[state].kind else { return }
        let changes: [ModelRun.Change] = use.outputs.map { output in
            (output.slot, result[output.port.text].flatMap { FlowValue($0, subject.flow.slots[output.slot].type) })
        }
        automatic(5, "handled \(result.jsonText)", changes, { $0.handled(JSON(result)) }) { $0.handled(result) }
    }

    /// A handler failed.
    mutating func handlerFailed(_ name: String) {
        let event = subject.flow.number(.failure, ByteString(name)) ?? 10
        automatic(
            event, "failed \(name)", [(0, .text(name)), (1, .text("no"))], { $0.handlerFailed(Text(name), "no") }
        ) { $0.handlerFailed(name, "no") }
    }

    private mutating func automatic(
        _ event: EventID, _ text: String, _ changes: [ModelRun.Change], _ spoken: (inout ReferenceRun) -> [Output],
        _ body: (inout FlowSession) -> FlowEffect
    ) {
        automaticSteps += 1
        if automaticSteps == Self.maxAutomaticSteps { note(.hang, "\(automaticSteps) steps without the host") }
        take(event, text, changes: changes, isHost: false, spoken, body)
    }

    // MARK: Both at once

    private mutating func take(
        _ event: EventID, _ text: String, changes: [ModelRun.Change], isHost: Bool,
        _ spoken: (inout ReferenceRun) -> [Output],
        _ body: (inout FlowSession) -> FlowEffect
    ) {
        log.append("\(subject.flow.states[state].name): \(text)")
        let (origin, request) = (state, session.request())
        let before = (session, effect)
        effect = body(&session)
        told = []
        while case .notify(let record) = effect {
            told.append(session.notification(record).parameters.jsonText)
            checkSecrets(session.notification(record).parameters)
            effect = session.proceed()
        }
        compareShadow(body)
        compareReference(spoken)
        if case .refused(let refusal) = effect {
            if !isHost { note(.hang, "'\(text)' is refused: \(refusal.code)") }
            log[log.count - 1] += " — refused: \(refusal.code)"
            if session.parameters.values != before.0.parameters.values
                || session.machine.state != before.0.machine.state
            {
                note(.differs, "a refused event changed something")
            }
            if isHost { (session, effect) = before }
            return
        }
        if isHost { automaticSteps = 0 }
        model.time = session.time
        let trace = model.take(event, bringing: changes)
        compare(trace)
        follow(trace, from: origin, event, request)
        check()
        if keepsVisits { visits.append(Visit(self)) }
    }

    private mutating func compareShadow(_ body: (inout FlowSession) -> FlowEffect) {
        guard var other = shadow else { return }
        var effect = body(&other)
        while case .notify = effect { effect = other.proceed() }
        shadow = other
        if effect != self.effect || other.stateName != session.stateName
            || other.parameters.values != session.parameters.values
        {
            note(.differs, "the compiled table is at '\(other.stateName ?? "")'")
        }
    }

    /// The reference must do what the machine does.
    private mutating func compareReference(_ spoken: (inout ReferenceRun) -> [Output]) {
        guard var other = reference else { return }
        let node = other.node
        let outputs = spoken(&other)
        if let difference = difference(outputs.last) { note(.differs, "the reference: \(difference)") }
        if case .refused? = outputs.last {} else { reference = other }
        for execution in other.executed { executed[execution, default: 0] += 1 }
        checkTries(other.executed, at: node)
    }

    private mutating func compare(_ trace: ModelRun.Trace) {
        if trace.isRefused { return note(.differs, "the model refuses what the machine takes") }
        if model.state != state {
            return note(.differs, "the model is at '\(subject.flow.states[model.state].name)'")
        }
        for slot in model.values.indices where model.values[slot] != session.parameters[slot] {
            note(.differs, "'\(subject.flow.slots[slot].name)' differs from the model's")
        }
        for (id, counter) in model.counters.indexed() where Int(session.machine.counters[id.rawValue]) != counter {
            note(.differs, "counter \(subject.flow.counters[id]) differs from the model's")
        }
    }
}
