import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

/// A random conversation with a flow, under watch.
struct RandomRun {
    private(set) var run: MonitoredRun
    private var host: RandomHost
    private var service: RandomService
    private var random: Seeded
    /// Whether everybody behaves so that an end comes nearer.
    private let isFair: Bool
    /// The most further events.
    var most: Int
    /// An event that a fair host says often for a while.
    private var favourite: String?

    /// Keeps what it comes to.
    mutating func keepVisits() { run.keepsVisits = true }

    /// The most events of a run.
    static let maxEvents = 60
    /// The most events after which a fair run has ended.
    static let maxFairEvents = 30_000
    /// Attempts to find something that a step takes.
    private static let attempts = 60

    init(_ subject: Subject, _ pool: ValuePool, random: Seeded, isFair: Bool) {
        self.init(MonitoredRun(subject), pool, random: random, isFair: isFair)
    }

    /// Goes on with a run.
    init(_ run: MonitoredRun, _ pool: ValuePool, random: Seeded, isFair: Bool) {
        self.run = run
        var random = random
        host = RandomHost(flow: run.subject.flow, pool: pool, thrift: random.one(of: 5, 35, 65))
        service = RandomService(run.subject.service, pool, isFair: isFair, malice: random.one(of: 5, 20, 50))
        self.random = random
        self.isFair = isFair
        most = isFair ? Self.maxFairEvents : Self.maxEvents
    }

    /// Plays from the start.
    mutating func play() {
        start()
        if run.events == 0 { return }
        go()
    }

    /// Plays on until an end, a fault, or the most events.
    mutating func go() {
        let last = run.events + most
        while run.events < last, run.faults.isEmpty {
            if random.chance(15) { run.pass(seconds: random.one(of: 1, 25, 70, 200)) }
            switch run.subject.flow.states[run.state].kind {
            case .present(let presentation): answer(presentation)
            case .call: reply()
            case .handler(let use): work(use)
            case .choice: return
            case .end: if !goOnFromEnd() { return }
            }
        }
        if isFair, run.faults.isEmpty { run.note(.stuck, "no end after \(most) fair events") }
    }

    // MARK: The host

    private mutating func start() {
        for _ in 0..<Self.attempts {
            run.start(host.answers(run.subject.flow.inputs, run.session.parameters, &random))
            if case .refused = run.effect { continue }
            if run.state != run.subject.flow.initialState { return }
        }
    }

    private mutating func goOnFromEnd() -> Bool {
        if isFair { return false }
        if random.chance(40), let event = random.pick(["cancel", "back"] + commands) { run.send(event) }
        guard random.chance(80) else { return false }
        start()
        return true
    }

    private mutating func answer(_ presentation: Presentation) {
        if !isFair, random.chance(5) { return start() }
        let (state, before) = (run.state, run.log.count)
        for _ in 0..<Self.attempts {
            let count = run.log.count
            say(presentation)
            if run.log.count > count && !wasRefused || run.state != state || !run.faults.isEmpty { return }
        }
        for event in ["cancel", "back", "timeout"] + commands {
            if event == "timeout", run.session.presentation?.timeLimit == nil { continue }
            run.send(event)
            if !wasRefused || !run.faults.isEmpty { return }
        }
        run.note(.stuck, "nothing of \(run.log.count - before) events is taken")
    }

    /// Whether the step that is shown takes none of many answers.
    mutating func takesNoAnswer() -> Bool {
        guard case .present(let presentation) = run.subject.flow.states[run.state].kind else { return false }
        return (0..<10 * Self.attempts).allSatisfy { _ in
            run.submit(host.answers(presentation.asks, run.session.parameters, &random))
            return wasRefused
        }
    }

    /// Whether the last event was refused.
    private var wasRefused: Bool { run.log.last?.utf8.containsPart(Array("refused:".utf8)) == true }

    private var commands: [String] { run.subject.flow.events.filter { $0.kind == .command }.map(\.name.text) }

    private mutating func say(_ presentation: Presentation) {
        if isFair {
            // A limit may have to be reached by the same event again and again.
            if random.chance(2) { favourite = random.pick(["cancel", "back"] + commands) }
            if let favourite, random.chance(40) { return run.send(favourite) }
        }
        switch random.below(100) {
        case 0..<70: run.submit(host.answers(presentation.asks, run.session.parameters, &random))
        case 70..<76: run.send("cancel")
        case 76..<82: run.send("back")
        case 82..<86: if run.session.presentation?.timeLimit != nil { run.send("timeout") }
        default:
            guard let command = random.pick(commands) else { return }
            run.send(command, error: random.chance(20) ? ("AppError", "no") : nil)
        }
    }

    /// The host wants something else while it is worked.
    private mutating func interrupt() {
        if random.chance(15) { return start() }
        run.send(random.pick(["cancel", "cancel", "back", "timeout"] + commands) ?? "cancel")
    }

    // MARK: The service and handlers

    private mutating func reply() {
        if !isFair, random.chance(12) { return interrupt() }
        guard let request = run.session.request() else { return }
        switch service.answer(request, &random) {
        case .body(let text): run.reply(text)
        case .error(let type, let message): run.fail(type, message)
        }
    }

    private mutating func work(_ use: HandlerUse) {
        if !isFair, random.chance(12) { return interrupt() }
        let failures = run.subject.flow.events.filter { $0.kind == .failure }.map(\.name) + ["no-luck"]
        if random.chance(isFair ? 4 : 25), let failure = random.pick(failures) {
            return run.handlerFailed(failure.text)
        }
        var members: [JSONMember] = []
        for output in use.outputs where output.isRequired || random.chance(isFair ? 90 : 50) {
            members.append(JSONMember(output.port.text, value(of: run.subject.flow.slots[output.slot].type)))
        }
        run.handled(.object(members))
    }

    private mutating func value(of type: SlotType) -> JSONValue {
        switch type {
        case .flag: .bool(random.chance(50))
        case .list: .array(host.pool.list(&random).map { .string($0) })
        case .map: .object(host.pool.list(&random).uniqued.map { JSONMember($0, .string("x")) })
        default: .string(host.pool.text(&random))
        }
    }
}
