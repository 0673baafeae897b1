import FlowCore
import FlowIR
import FlowTable
import FlowTesting
import TestSupport

/// What hosts, services and handlers say in the scenarios of a flow.
struct ScenarioWords {
    private(set) var starts: [Scenario.Line] = []
    private(set) var commands: [Scenario.Line] = ["cancel", "back", "timeout"].map { .event($0) }
    private(set) var errors: [Scenario.Line] = ["network", "no-answer", "NeverHeardOfException"].map {
        .error(type: $0, message: "")
    }
    private(set) var handlers: [StandInHandlers] = [StandInHandlers()]
    /// By step: what answers it.
    private(set) var answers: [String: [Scenario.Line]] = [:]
    /// By operation: what answers its requests.
    private(set) var replies: [String: [Scenario.Line]] = [:]

    init(_ scenarios: [Scenario]) {
        for scenario in scenarios {
            handlers.append(StandInHandlers(scenario.handlers))
            var (step, operation) = ("", "")
            for line in scenario.lines.map(\.line) {
                switch line {
                case .start: starts.append(line)
                case .submit, .select: answers[step, default: []].append(line)
                case .event: commands.append(line)
                case .reply: replies[operation, default: []].append(line)
                case .error: errors.append(line)
                case .call(let name, _): operation = name
                case .present(let name, _, _, _, _): step = name
                case .notify, .end, .refused: break
                }
            }
        }
    }
}

/// Random conversations made of the words of scenarios, in which requests and handlers also fail.
struct ClaimWalk {
    private let table: TransitionTable
    private let words: ScenarioWords
    private var driver: FlowDriver
    private var random: Seeded
    private(set) var record: ClaimRecord
    private(set) var events = 0

    /// Replies that no service should send.
    private static let badReplies = ["{}", "[]", "{\"ChallengeName\": \"NO_SUCH\"}", "{\"ChallengeName\": 1}", "null"]

    init(_ record: ClaimRecord, _ scenarios: [Scenario], _ table: TransitionTable, seed: UInt64) {
        self.record = record
        self.table = table
        words = ScenarioWords(scenarios)
        driver = FlowDriver(table, handlers: nil)
        random = Seeded(seed)
    }

    /// Plays a scenario whose service fails once, at its request with this number, and goes on at random.
    /// - Returns: whether the scenario has such a request.
    mutating func fail(_ scenario: Scenario, atRequest number: Int, events more: Int) -> Bool {
        driver = FlowDriver(table, handlers: nil)
        var requests = 0
        for line in scenario.lines.map(\.line) where line.isInput {
            while driver.session.work() != nil { take { StandInHandlers(scenario.handlers).run(in: &$0) } }
            guard driver.session.request() != nil else {
                take { line.apply(to: &$0) }
                continue
            }
            if requests == number {
                let fault = fault()
                take { fault.apply(to: &$0) }
                walk(more)
                return true
            }
            requests += 1
            take { line.apply(to: &$0) }
        }
        return false
    }

    /// Goes on at random for a number of events.
    mutating func walk(_ count: Int) {
        for _ in 0..<count { next() }
    }

    private mutating func next() {
        if let step = driver.session.presentation {
            answer(step)
        } else if let request = driver.session.request() {
            let known = random.chance(75) ? random.pick(words.replies[request.operation] ?? []) : nil
            let line = known ?? fault()
            take { line.apply(to: &$0) }
        } else if driver.session.work() != nil {
            carryOut()
        } else {
            let line = random.chance(20) ? random.pick(words.commands) : random.pick(words.starts)
            take { (line ?? .start(json: "{}")).apply(to: &$0) }
        }
    }

    private mutating func answer(_ step: FlowPresentation) {
        let known = words.answers[step.step] ?? []
        let line: Scenario.Line
        switch random.below(10) {
        case 0..<6: line = random.pick(known) ?? .submit(json: "{}")
        case 6: line = .select(random.pick(step.asks.flatMap(\.words)) ?? "x")
        case 7, 8: line = random.pick(words.commands) ?? .event("cancel")
        default: line = random.pick(words.starts) ?? .start(json: "{}")
        }
        take { line.apply(to: &$0) }
    }

    private mutating func carryOut() {
        switch random.below(20) {
        case 0: take { $0.handled(.object([])) }
        case 1: take { $0.handlerFailed("no-result", "") }
        case 2: take { $0.handlerFailed("never-heard-of", "") }
        default:
            let handlers = random.pick(words.handlers) ?? StandInHandlers()
            take { handlers.run(in: &$0) }
        }
    }

    private mutating func fault() -> Scenario.Line {
        random.chance(60)
            ? random.pick(words.errors) ?? .error(type: "network", message: "")
            : .reply(json: random.pick(Self.badReplies) ?? "{}")
    }

    private mutating func take(_ event: (inout FlowSession) -> FlowEffect) {
        events += 1
        for output in driver.apply(event) { record.check(output) }
    }
}
