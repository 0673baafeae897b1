import FlowCore
import FlowTable

/// A conversation with a flow in the line protocol. Its handlers return stand-ins, or what a line sets.
///
/// An input is a line of the protocol, or one of:
///
/// - `{"restart": true}`: begins again before the start.
/// - `{"handlers": {NAME: {"gives": {…}} or {"fails": "…"}}}`: sets the results of handlers.
/// - `{"wait": SECONDS}`: lets time pass. Otherwise, time passes only with `timeout`.
/// - `{"compare": {"expected": …, "got": …, "exactly": true or false}}`: compares values as scenarios do.
///
/// The answer contains the `outputs` of the flow up to its next wait, the same outputs as people may see them (`shown`),
/// the `states` that the flow went through, the `marks` of the transitions that it took, and the current `values` and
/// `counters`. The value of a secret is null. If the current step has a time limit or a deadline, `timeLeft` is the
/// number of seconds until the first of them.
struct Conversation {
    private var session: FlowSession
    private var handlers = JSONValue.null
    private var outputs: [JSONValue] = []
    private var shown: [JSONValue] = []
    private var states: [JSONValue] = []

    /// Creates a conversation that has not started.
    init(_ table: TransitionTable) {
        session = FlowSession(table)
        session.parameters.recordsMarks = true
    }

    /// Applies an input, and returns the answer.
    mutating func answer(to line: JSONValue) -> JSONValue {
        if let sides = line["compare"] { return compare(sides) }
        (outputs, shown, states) = ([], [], [])
        session.parameters.marks = []
        if line["restart"] != nil {
            self = Conversation(session.table)
        } else if let results = line["handlers"] {
            handlers = results
        } else if case .number(let seconds)? = line["wait"] {
            session.time += Self.milliseconds(seconds)
        } else if let effect = apply(line) {
            run(effect)
        }
        return description
    }

    /// Applies the event of a line to the session. Returns nil if the line has no known member.
    private mutating func apply(_ line: JSONValue) -> FlowEffect? {
        if let inputs = line["start"] { return session.start(inputs) }
        if let answers = line["submit"] { return session.submit(answers) }
        if let word = line["select"] { return session.select(word.string ?? "") }
        if let name = line["event"] { return session.send(name.string ?? "", error: line["error"].map(Self.error)) }
        for name in ["cancel", "back", "timeout"] where line[name] != nil { return session.send(name) }
        // A string is a body as the service sent it, which need not be JSON.
        if let body = line["reply"] {
            if let text = body.string { return session.reply(Array(text.utf8)) }
            return session.reply(body)
        }
        guard let error = line["error"].map(Self.error) else { return nil }
        return session.fail(type: error.type, message: error.message)
    }

    /// Returns the milliseconds in a number of whole seconds. Int64's parser would need a library for wide products.
    private static func milliseconds(_ seconds: String) -> Int64 {
        var result: Int64 = 0
        for digit in Array(seconds.utf8) { result = result &* 10 &+ Int64(digit & 15) }
        return result &* 1000
    }

    private static func error(_ value: JSONValue) -> (type: String, message: String) {
        (value["type"]?.string ?? "", value["message"]?.string ?? "")
    }

    /// Runs the flow until it waits, and records its outputs and states.
    private mutating func run(_ first: FlowEffect) {
        var effect = first
        while true {
            states.append(Self.number(Int(session.machine.state)))
            record(effect)
            switch effect {
            case .notify: effect = session.proceed()
            case .handle: effect = runHandler()
            case .call, .present, .end, .refused: return
            }
        }
    }

    /// Applies the scripted result of the current handler, or else stand-ins.
    private mutating func runHandler() -> FlowEffect {
        guard let work = session.work() else { return .refused(FlowRefusal(.eventNotAccepted, "handled")) }
        let script = handlers[work.handler]
        if let failure = script?["fails"]?.string {
            return session.handlerFailed(failure, StandIns.failureMessage(of: work.handler))
        }
        return session.handled(StandIns.outputs(of: work, given: script?["gives"]?.members ?? []))
    }

    /// Records the output of an effect: as the host and the service get it, and without secrets.
    private mutating func record(_ effect: FlowEffect) {
        if let output = output(of: effect, .nothing) { outputs.append(output.json) }
        if let output = output(of: effect, .secrets) { shown.append(output.json) }
    }

    private func output(of effect: FlowEffect, _ redacted: FlowRedaction) -> FlowOutput? {
        switch effect {
        case .notify(let record): .notify(session.notification(record, redacted: redacted))
        case .handle: session.work(redacted: redacted).map(FlowOutput.handle)
        case .call: session.request(redacted: redacted).map { .call($0) }
        case .present: session.presentation(redacted: redacted).map { .present($0) }
        case .end: session.outcome(redacted: redacted).map { .end($0) }
        case .refused(let refusal): .refused(refusal)
        }
    }

    // MARK: Answers

    private var description: JSONValue {
        var members = [
            JSONMember("outputs", .array(outputs)), JSONMember("shown", .array(shown)),
            JSONMember("states", .array(states)),
            JSONMember("marks", .array(session.parameters.marks.map(Self.number))),
            JSONMember("values", .array(values)), JSONMember("counters", .array(counters)),
        ]
        if let end = session.timeLimitEnd {
            let left = Int(max(0, end &- session.time &+ 999)) / 1000
            members.append(JSONMember("timeLeft", Self.number(left)))
        }
        return .object(members)
    }

    /// A pair of the number and the value of each slot that has a value. The value of a secret is null.
    private var values: [JSONValue] {
        var result: [JSONValue] = []
        for (slot, value) in session.parameters.values.enumerated() {
            guard let value else { continue }
            let isSecret = session.table.slotType(slot).isSecret
            result.append(.array([Self.number(slot), isSecret ? .null : JSONValue(value)]))
        }
        return result
    }

    private var counters: [JSONValue] {
        (0..<session.machine.counters.scalarCount).map { Self.number(Int(session.machine.counters[$0])) }
    }

    private static func number(_ value: Int) -> JSONValue { .number(String(value)) }

    /// Returns whether a value is the expected one, as scenarios compare them.
    private func compare(_ sides: JSONValue) -> JSONValue {
        let (got, expected) = (sides["got"] ?? .null, sides["expected"] ?? .null)
        if case .bool(true)? = sides["exactly"] { return .bool(got.matches(exactly: expected)) }
        return .bool(got.matches(atLeast: expected))
    }
}
