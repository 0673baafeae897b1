import FlowCore
import FlowModel
import FlowTable

/// Searches for short conversations that take each transition, and each pair of consecutive transitions.
///
/// Wherever a run waits, the search tries every input worth trying. When a handler first runs, it tries every result.
/// It prefers runs in rarely entered places. Runs in the same state after the same transition whose values the flow's
/// tests do not distinguish continue alike, so only the first of them is explored.
struct ConversationSearch {
    /// A coverage goal.
    enum Goal: Hashable {
        case transition(Int)
        case pair(Int, Int)
        /// A transition leads to this state: its last `try` can lead elsewhere than earlier ones.
        case target(Int, UInt32)
        /// These transitions are taken when an input has this value: absent, or one that tests distinguish.
        case start([Int], input: Int, String?)
    }

    /// A point in a conversation.
    struct Point {
        let before: Int?
        let line: Scenario.Line
        /// What handlers do, from the start of the conversation.
        let script: [String: Scenario.HandlerScript]
    }

    /// The points, each after its predecessor.
    private(set) var points: [Point] = []
    /// By goal: the last point of the first conversation that reaches it.
    private(set) var reached: [Goal: Int] = [:]

    private let flow: CheckedFlow
    private let table: TransitionTable
    private let scripts: HandlerScripts
    private let moves: ConversationMoves
    private let isTested: [Bool]
    /// By state: the slots whose values a later test can see.
    private let live: [[SlotID]]
    /// The transitions that the flow uses.
    let used: Set<TransitionID>
    private var known: [StateID: [Move]] = [:]
    /// The abstract states after the starts tried so far. Another start that leads to one of them continues alike.
    private var begun: Set<AbstractStateKey> = []

    /// A line with its parsed JSON.
    private struct Move {
        let line: Scenario.Line
        let value: JSONValue

        init(_ line: Scenario.Line) {
            self.line = line
            value = line.value
        }
    }

    /// A run that has reached a point.
    private struct Run {
        var point: Int?
        var session: FlowSession
        /// The transition taken last.
        var last: Int?
        var script: [String: Scenario.HandlerScript] = [:]
        /// The handlers that have run.
        var worked: Set<String> = []
    }

    private struct Place: Hashable {
        let state: UInt32
        let last: Int?
    }

    /// How often runs have entered a state by a transition.
    private var entered: [Place: Int] = [:]

    /// The runs to continue: those in rarely entered places first, in order of arrival.
    private struct Worklist {
        private var runs: [[Run?]] = Array(repeating: [], count: 8)
        private var first: [Int] = Array(repeating: 0, count: 8)

        mutating func add(_ run: Run, rank: Int) { runs[min(rank, runs.count - 1)].append(run) }

        mutating func next() -> Run? {
            for rank in runs.indices where first[rank] < runs[rank].count {
                let next = runs[rank][first[rank]]
                runs[rank][first[rank]] = nil
                first[rank] += 1
                return next
            }
            return nil
        }
    }

    /// Creates a search in a flow, whose table must have marks.
    init(_ flow: CheckedFlow, _ table: TransitionTable) {
        self.flow = flow
        self.table = table
        let samples = SampleValues(flow)
        scripts = HandlerScripts(flow, samples)
        let tested = BranchRelevantSlots(flow)
        moves = ConversationMoves(flow, samples, tested)
        isTested = samples.isTested
        live = tested.live.map { $0.sorted() }
        used = flow.usedTransitions
    }

    /// The start events to try: plain ones, and variations.
    var starts: (plain: [Scenario.Line], others: [Scenario.Line]) { moves.starts }

    /// Whether a transition that the flow uses has not been taken.
    var misses: Bool { !used.allSatisfy { reached[.transition($0)] != nil } }

    /// Forgets the starts tried so far, to search them again with more patience.
    mutating func beginAnew() { begun = [] }

    /// Searches from a start.
    /// - Parameters:
    ///   - start: the start event.
    ///   - patience: how many points in a row may reach no new goal. With zero, it starts the flow and stops.
    mutating func search(from start: Scenario.Line, patience: Int) {
        var session = FlowSession(table)
        session.parameters.recordsMarks = true
        var seen: Set<AbstractStateKey> = []
        var waiting = Worklist()
        follow(Move(start), from: Run(session: session), &seen, &waiting)
        var unfruitful = 0
        while unfruitful < patience, let next = waiting.next() {
            let count = reached.count
            for move in moves(in: Int(next.session.machine.state)) { follow(move, from: next, &seen, &waiting) }
            unfruitful = reached.count > count ? 0 : unfruitful + 1
        }
    }

    private mutating func moves(in state: StateID) -> [Move] {
        if let moves = known[state] { return moves }
        let moves = moves.lines(in: state).map { Move($0) }
        known[state] = moves
        return moves
    }

    /// Follows a move, with every result of handlers that first run there.
    private mutating func follow(
        _ move: Move, from before: Run, _ seen: inout Set<AbstractStateKey>, _ waiting: inout Worklist
    ) {
        let worked = keep(move, from: before, &seen, &waiting)
        for handler in worked {
            for script in scripts.byHandler[handler] ?? [] {
                var other = before
                other.script[handler] = script
                _ = keep(move, from: other, &seen, &waiting)
            }
        }
    }

    /// Keeps the point that a move leads to, if it is worth it.
    /// - Returns: the handlers that ran for the first time.
    private mutating func keep(
        _ move: Move, from before: Run, _ seen: inout Set<AbstractStateKey>, _ waiting: inout Worklist
    ) -> [String] {
        var run = before
        run.session.parameters.marks = []
        let (worked, isRefused) = play(move, &run)
        let marks = run.session.parameters.marks
        var goals: [Goal] = []
        for mark in marks {
            goals.append(.transition(mark))
            if let last = run.last { goals.append(.pair(last, mark)) }
            run.last = mark
        }
        if !isRefused, let last = marks.last { goals.append(.target(last, run.session.machine.state)) }
        if before.point == nil { goals += starts(with: move, taking: marks) }
        let isNew = goals.contains { reached[$0] == nil }
        let key = key(run)
        let goesOn = !isRefused && seen.insert(key).inserted && (before.point != nil || begun.insert(key).inserted)
        guard isNew || goesOn else { return worked }
        points.append(Point(before: before.point, line: move.line, script: run.script))
        run.point = points.count - 1
        for goal in goals where reached[goal] == nil { reached[goal] = points.count - 1 }
        if goesOn {
            let place = Place(state: run.session.machine.state, last: run.last)
            waiting.add(run, rank: entered[place, default: 0])
            entered[place, default: 0] += 1
        }
        return worked
    }

    /// Returns the goals that a start reaches by its relevant inputs.
    private func starts(with move: Move, taking marks: [Int]) -> [Goal] {
        flow.inputs.indices.filter { moves.matters(flow.inputs[$0]) }.map {
            .start(marks, input: $0, move.value[flow.inputs[$0].name]?.jsonText)
        }
    }

    private func key(_ run: Run) -> AbstractStateKey {
        AbstractStateKey(run.session, live[Int(run.session.machine.state)], isTested, run.last)
    }

    private func play(_ move: Move, _ run: inout Run) -> (worked: [String], isRefused: Bool) {
        let handlers = StandInHandlers(run.script)
        var worked: [String] = []
        var effect = move.line.apply(move.value, to: &run.session)
        while true {
            switch effect {
            case .notify: effect = run.session.proceed()
            case .handle:
                if case .handler(let use) = flow.states[Int(run.session.machine.state)].kind,
                    run.worked.insert(use.handler).inserted
                {
                    worked.append(use.handler)
                }
                effect = handlers.run(in: &run.session)
            case .call, .present, .end: return (worked, false)
            case .refused: return (worked, true)
            }
        }
    }
}
