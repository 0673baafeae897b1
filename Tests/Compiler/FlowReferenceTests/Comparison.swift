import TestSupport
import FlowCore
import FlowIR
import FlowReference
import FlowTesting

/// One conversation with both sides, compared after every event.
struct Comparison {
    let subject: Subject
    private(set) var session: FlowSession
    private(set) var run: ReferenceRun
    /// The conversation so far, for reports.
    private(set) var log: [String] = []
    private(set) var events = 0
    /// The first difference; nothing is compared after it.
    private(set) var difference: String?
    /// Whether an event came that the flow drops, as the compiler has found: the table may know at once what the page finds only
    /// behind a handler.
    private var isDropped = false
    /// Whether nothing is compared any more.
    var isOver: Bool { difference != nil || isDropped }
    /// What the reference said last.
    private(set) var said: [Output] = []

    init(_ subject: Subject) {
        self.subject = subject
        session = FlowSession(subject.table)
        run = ReferenceRun(subject.reference)
    }

    /// Says something to both.
    mutating func take(_ spoken: Spoken) {
        guard !isOver else { return }
        events += 1
        log.append("> " + spoken.text)
        session.time = Int64(run.time) * 1000
        let before = (session: session, run: run)
        let outputs = follow(spoken)
        said = spoken.say(to: &run)
        let (theirs, ours) = (outputs.map(Said.line), said.map(Said.line))
        if subject.dropsEvents, case .refused(let refusal)? = outputs.last, refusal.reason == .notHandled {
            isDropped = true
            return
        }
        if theirs != ours {
            return differ("the machine says", theirs, "the reference says", ours)
        }
        log += ours.map { "    " + $0.text.description }
        if case .refused? = outputs.last {
            checkRefusal(before.session)
            session = before.session
        }
        compareData()
        checkInvalid(before.session, before.run, spoken)
    }

    /// Time passes.
    mutating func wait(_ seconds: Int) {
        log.append("> \(seconds) seconds pass")
        run.time += seconds
    }

    private mutating func follow(_ spoken: Spoken) -> [FlowOutput] {
        var outputs: [FlowOutput] = []
        var effect = spoken.say(to: &session)
        while true {
            switch effect {
            case .notify(let record):
                outputs.append(.notify(session.notification(record)))
                effect = session.proceed()
            case .handle: return outputs + [session.work().map { .handle($0) }].compactMap { $0 }
            case .call: return outputs + [session.request().map { .call($0) }].compactMap { $0 }
            case .present: return outputs + [session.presentation.map { .present($0) }].compactMap { $0 }
            case .end: return outputs + [session.outcome.map { .end($0) }].compactMap { $0 }
            case .refused(let refusal): return outputs + [.refused(refusal)]
            }
        }
    }

    private mutating func differ(_ name: String, _ theirs: [JSON], _ other: String, _ ours: [JSON]) {
        let lines =
            ["\(name):"] + theirs.map { "    \($0.text)" } + ["\(other):"] + ours.map { "    \($0.text)" }
        difference = (log.suffix(40) + lines).joined(separator: "\n")
    }

    // MARK: What must hold after each event

    /// All values of the store by name, the pending error and the counters.
    private mutating func compareData() {
        for (slot, name) in subject.places.sorted(by: { $0.key < $1.key }) {
            let theirs = session.parameters[slot].map { Said.json(Value($0)) }
            let ours = run.store[name.place].map(Said.json)
            if name.type == "flag", theirs ?? .string("false") == ours ?? .string("false") { continue }
            // Where an ended secret is needed all the same, the machine does something else than the reference sooner or later.
            if theirs == nil, ours != nil, subject.secrets.contains(slot) { continue }
            if theirs != ours {
                let slot = subject.flow.slots[slot].name
                return differ("'\(slot)' is", [theirs ?? .null], "in the reference", [ours ?? .null])
            }
        }
        for (index, place) in subject.counters {
            let (theirs, ours) = (Int(session.machine.counters[index.rawValue]), run.counters[place] ?? 0)
            if theirs != ours {
                let lines = [theirs, ours].map { JSON.number(Text("\($0)")) }
                return differ("counter '\(place.name)' is", [lines[0]], "in the reference", [lines[1]])
            }
        }
    }

    /// A refused event leaves the session as it was.
    private mutating func checkRefusal(_ before: FlowSession) {
        guard let old = before.state, let new = session.state else { return }
        if old.values != new.values || old.counters != new.counters || old.state != new.state
            || old.lastPresented != new.lastPresented
        {
            differ("a refused event changes the session", [], "before", [])
        }
    }

    /// An invalid reply equals its absence and the error.
    private mutating func checkInvalid(_ before: FlowSession, _ old: ReferenceRun, _ spoken: Spoken) {
        if case .refused? = said.last { return }
        guard difference == nil, case .reply = spoken, let error = run.invalid else { return }
        var other = old
        let outputs = other.fail(error.type, error.message, isInvalid: true)
        if outputs != said || other.store != run.store || other.counters != run.counters {
            differ("an invalid reply leads to", said.map(Said.line), "its error alone to", outputs.map(Said.line))
        }
    }

    /// Keeps the session and goes on with it.
    mutating func resume() {
        guard difference == nil, let state = session.state else { return }
        log.append("> kept and resumed")
        do {
            session = try FlowSession(restoring: state, subject.table)
        } catch {
            differ("the state is not restored: \(error)", [], "", [])
        }
    }
}

extension Value {
    /// The same value of the machine.
    init(_ value: FlowValue) {
        switch value {
        case .text(let text): self = .text(Text(text))
        case .list(let items): self = .list(items.map { Text($0) })
        case .map(let entries): self = .map(entries.map { Entry(Text($0.key), Text($0.value)) })
        }
    }
}
