import FlowCore
import FlowModel
import FlowTable

/// Looks for short conversations that take each transition, and each two transitions one after the other.
///
/// It says everything worth saying wherever a run waits, and lets every handler do all that it can where it works first; runs in rarely
/// entered places go on first. Runs that stand in the same state after the same transition, with values that the flow's tests do not tell apart, go on alike, so that
/// only the first of them is followed.
struct ConversationSearch {
    /// Something that a conversation is to show.
    enum Goal: Hashable {
        case transition(Int)
        case pair(Int, Int)
        /// A transition leads to a state: its last try leads elsewhere than those before.
        case target(Int, UInt32)
        /// Transitions are taken where the host starts with a value, absent or one of those that tests tell apart.
        case start([Int], input: Int, String?)
    }

    /// A point that a conversation has come to.
    struct Point {
        let before: Int?
        let line: Scenario.Line
        /// What handlers do, from the beginning on.
        let script: [String: Scenario.HandlerScript]
    }

    /// The points, each behind the one that it goes on from.
    private(set) var points: [Point] = []
    /// By goal: the point at the end of the first conversation that shows it.
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
    /// Where starts have led to: another one that leads there goes on alike.
    private var begun: Set<AbstractStateKey> = []

    /// A line with its JSON, which is read once.
    private struct Move {
        let line: Scenario.Line
        let value: JSONValue

        init(_ line: Scenario.Line) {
            self.line = line
            value = line.value
        }
    }

    /// A run that stands at a point.
    private struct Run {
        var point: Int?
        var session: FlowSession
        /// The transition taken last.
        var last: Int?
        var script: [String: Scenario.HandlerScript] = [:]
        /// The handlers that have worked.
        var worked: Set<String> = []
    }

    private struct Place: Hashable {
        let state: UInt32
        let last: Int?
    }

    /// How often runs have come to a state by a transition.
    private var entered: [Place: Int] = [:]

    /// Runs to go on from: those in rarely entered places first, and of these the ones that came first.
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

    /// A search in a flow, whose table has marks.
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

    /// The ways to start the flow, plain ones and others.
    var starts: (plain: [Scenario.Line], others: [Scenario.Line]) { moves.starts }

    /// Whether a transition that the flow uses was not taken.
    var misses: Bool { !used.allSatisfy { reached[.transition($0)] != nil } }

    /// Forgets where starts have led to, so that they can be searched from with more patience.
    mutating func beginAnew() { begun = [] }

    /// Searches from a start on.
    /// - Parameters:
    ///   - start: how the host starts.
    ///   - patience: how many points in a row may show nothing new; with zero it starts, and goes no further.
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

    /// Follows a move, and whatever else the handlers can do that work for the first time on it.
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

    /// Keeps the point that a move leads to, if it is worth it. Returns the handlers that worked for the first time.
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

    /// What a start shows of the inputs that matter.
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
