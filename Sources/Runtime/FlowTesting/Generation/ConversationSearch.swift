import FlowAnalysis
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowTable

/// A search for short conversations that take each transition, and each pair of consecutive transitions.
///
/// Where the search continues a run, it tries every move of ``ConversationMoves``. When a handler first runs, it also
/// tries every result of ``HandlerScripts``. It prefers runs in places that were rarely entered. Runs with the same
/// abstract state continue alike, so only the first of them is continued.
struct ConversationSearch {
    /// What a conversation can be the first to reach.
    enum Goal: Hashable {
        case transition(TransitionID)
        /// Two consecutive transitions.
        case pair(Int, Int)
        /// A transition, and the state that it leads to, which can depend on a counter.
        case target(Int, UInt32)
        /// The transitions that a start takes if an input has this value, or no value.
        case start([Int], input: Int, String?)
    }

    /// A point in a conversation: the end of a line.
    struct Point {
        /// The point at which the line begins; nil for a start.
        let before: Int?
        let line: Scenario.Line
        /// The results of handlers in the conversation up to this point, other than stand-ins.
        let script: [String: Scenario.HandlerScript]
    }

    /// The points, each after its predecessor.
    private(set) var points: [Point] = []
    /// By goal: the last point of the first conversation that reaches it.
    private(set) var reached: [Goal: Int] = [:]

    private let flow: LoweredFlow
    private let table: TransitionTable
    private let scripts: HandlerScripts
    private let moves: ConversationMoves
    /// By slot: whether guards compare its value, not just its presence.
    private let isTested: Table<Slot, Bool>
    /// By state: the slots that can decide a later branch.
    private let live: Table<State, [SlotID]>
    let used: Set<TransitionID>
    private var movesByState: [StateID: [Move]] = [:]
    /// The abstract states after the starts tried so far. Another start that leads to one of them continues alike.
    private var startStates: Set<AbstractStateKey> = []

    /// An input line with its parsed JSON.
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
        /// The point, or nil before the start.
        var point: Int?
        var session: FlowSession
        /// The transition taken last, if any.
        var lastTransition: Int?
        /// The results of handlers in the whole conversation, other than stand-ins.
        var script: [String: Scenario.HandlerScript] = [:]
        var handlers: Set<String> = []
    }

    /// A state, and the transition by which it was entered.
    private struct Place: Hashable {
        let state: UInt32
        let lastTransition: Int?
    }

    /// How often runs have entered each place.
    private var entryCounts: [Place: Int] = [:]

    /// The runs to continue, in first-in, first-out order for each rank.
    private struct Worklist {
        /// The number of ranks. The last one holds all runs of higher ranks.
        private static let rankCount = 8
        private var runs: [[Run?]] = Array(repeating: [], count: Self.rankCount)
        /// By rank: the index of the first run that was not removed.
        private var first: [Int] = Array(repeating: 0, count: Self.rankCount)

        /// Adds a run after the runs of the same rank.
        mutating func add(_ run: Run, rank: Int) { runs[min(rank, runs.count - 1)].append(run) }

        /// Removes and returns the first run of the lowest rank, or returns nil if there is none.
        mutating func popFirst() -> Run? {
            for rank in runs.indices where first[rank] < runs[rank].count {
                let run = runs[rank][first[rank]]
                runs[rank][first[rank]] = nil
                first[rank] += 1
                return run
            }
            return nil
        }
    }

    /// Creates a search in a flow, whose table must have marks.
    init(_ flow: LoweredFlow, _ table: TransitionTable) {
        self.flow = flow
        self.table = table
        let samples = SampleValues(flow)
        scripts = HandlerScripts(flow, samples)
        let liveness = Liveness(ControlFlow(flow), nil, .branching)
        moves = ConversationMoves(flow, samples, liveness)
        isTested = samples.isTested
        live = Table(flow.states.indices.map { liveness.slots(atEntryOf: $0).slots })
        used = flow.usedTransitions
    }

    /// The start events to try: those with variations in at most one input, and those with variations in more.
    var starts: (plain: [Scenario.Line], others: [Scenario.Line]) { moves.starts }

    /// Whether a transition that the flow uses was not taken yet.
    var isIncomplete: Bool { !used.allSatisfy { reached[.transition($0)] != nil } }

    /// Forgets the starts tried so far, so that they can be searched again with more patience.
    mutating func forgetStarts() { startStates = [] }

    /// Searches from a start.
    /// - Parameters:
    ///   - start: the line that starts the flow.
    ///   - patience: how many points in a row may reach no new goal. With zero, the search only tries the start itself.
    mutating func search(from start: Scenario.Line, patience: Int) {
        var session = FlowSession(table)
        session.parameters.recordsMarks = true
        var visited: Set<AbstractStateKey> = []
        var worklist = Worklist()
        explore(Move(start), from: Run(session: session), &visited, &worklist)
        var fruitlessPoints = 0
        while fruitlessPoints < patience, let run = worklist.popFirst() {
            let count = reached.count
            for move in moves(in: run.session.currentState) { explore(move, from: run, &visited, &worklist) }
            fruitlessPoints = reached.count > count ? 0 : fruitlessPoints + 1
        }
    }

    /// Returns the moves to try in a state. The first call for a state computes and stores them.
    private mutating func moves(in state: StateID) -> [Move] {
        if let known = movesByState[state] { return known }
        let found = moves.lines(in: state).map { Move($0) }
        movesByState[state] = found
        return found
    }

    /// Tries a move with stand-in results, and then with each other result of the handlers that first run during it.
    private mutating func explore(
        _ move: Move, from before: Run, _ visited: inout Set<AbstractStateKey>, _ worklist: inout Worklist
    ) {
        let newHandlers = tryMove(move, from: before, &visited, &worklist)
        for handler in newHandlers {
            for script in scripts.byHandler[handler] ?? [] {
                var other = before
                other.script[handler] = script
                // Handlers that first run here are not varied further.
                _ = tryMove(move, from: other, &visited, &worklist)
            }
        }
    }

    /// Plays a move, and adds the point that follows if the point reaches a new goal or the run can be continued.
    /// - Returns: the handlers that ran for the first time.
    private mutating func tryMove(
        _ move: Move, from before: Run, _ visited: inout Set<AbstractStateKey>, _ worklist: inout Worklist
    ) -> [String] {
        var run = before
        run.session.parameters.marks = []
        let (newHandlers, isRefused) = play(move, &run)
        let reachedGoals = goals(of: move, from: before, to: run, isRefused: isRefused)
        run.lastTransition = run.session.parameters.marks.last ?? run.lastTransition
        let key = abstractState(of: run)
        let isContinued = !isRefused && visit(key, isStart: before.point == nil, &visited)
        guard isContinued || reachedGoals.contains(where: { reached[$0] == nil }) else { return newHandlers }
        points.append(Point(before: before.point, line: move.line, script: run.script))
        run.point = points.count - 1
        for goal in reachedGoals where reached[goal] == nil { reached[goal] = points.count - 1 }
        if isContinued { enqueue(run, in: &worklist) }
        return newHandlers
    }

    /// Records that a run has reached an abstract state, and returns whether the state is new.
    ///
    /// After a start, the state must also be new among the states after all earlier starts.
    private mutating func visit(
        _ key: AbstractStateKey, isStart: Bool, _ visited: inout Set<AbstractStateKey>
    ) -> Bool {
        guard visited.insert(key).inserted else { return false }
        return !isStart || startStates.insert(key).inserted
    }

    /// Adds a run to the worklist. Its rank is the number of runs that have already entered the same place.
    private mutating func enqueue(_ run: Run, in worklist: inout Worklist) {
        let place = Place(state: run.session.machine.state, lastTransition: run.lastTransition)
        worklist.add(run, rank: entryCounts[place, default: 0])
        entryCounts[place, default: 0] += 1
    }

    /// Returns the goals that a move reaches: its transitions, their pairs, the state, and for a start its inputs.
    private func goals(of move: Move, from before: Run, to run: Run, isRefused: Bool) -> [Goal] {
        let marks = run.session.parameters.marks
        var goals: [Goal] = []
        var previous = before.lastTransition
        for mark in marks {
            goals.append(.transition(TransitionID(mark)))
            if let previous { goals.append(.pair(previous, mark)) }
            previous = mark
        }
        if !isRefused, let lastMark = marks.last { goals.append(.target(lastMark, run.session.machine.state)) }
        if before.point == nil { goals += startGoals(of: move, taking: marks) }
        return goals
    }

    /// Returns a goal for each input on which the flow branches: the value in a start, and the transitions taken.
    private func startGoals(of move: Move, taking marks: [Int]) -> [Goal] {
        let relevantInputs = flow.inputs.indices.filter { moves.matters(flow.inputs[$0]) }
        return relevantInputs.map { index in
            .start(marks, input: index, move.value[flow.inputs[index].name.text]?.jsonText)
        }
    }

    /// Returns the part of a run's state that determines how the run can continue.
    private func abstractState(of run: Run) -> AbstractStateKey {
        let liveSlots = live[run.session.currentState]
        return AbstractStateKey(
            run.session, live: liveSlots, isTested: isTested, lastTransition: run.lastTransition)
    }

    /// Applies a move to a run, and runs the flow until it waits, ends or refuses the event.
    /// - Returns: the handlers that ran for the first time, and whether the flow refused the event.
    private func play(_ move: Move, _ run: inout Run) -> (newHandlers: [String], isRefused: Bool) {
        let handlers = StandInHandlers(run.script)
        var newHandlers: [String] = []
        var effect = move.line.apply(move.value, to: &run.session)
        while true {
            switch effect {
            case .notify: effect = run.session.proceed()
            case .handle:
                if case .handler(let use) = flow.states[run.session.currentState].kind,
                    run.handlers.insert(use.handler.text).inserted
                {
                    newHandlers.append(use.handler.text)
                }
                effect = handlers.run(in: &run.session)
            case .call, .present, .end: return (newHandlers, false)
            case .refused: return (newHandlers, true)
            }
        }
    }
}

extension FlowSession {
    /// The state in which the session waits.
    var currentState: StateID { StateID(Int(machine.state)) }
}

/// The part of a session's state that the guards of its flow can distinguish: an abstract state.
private struct AbstractStateKey: Hashable {
    private let state: UInt32
    private let lastPresented: UInt32
    private let counters: SIMD16<UInt8>
    /// The transition taken last; nil if none was taken.
    private let lastTransition: Int?
    /// By live slot: bytes that identify its value, or nil if it has none.
    ///
    /// The bytes are empty if no guard compares the value.
    private let values: [[UInt8]?]

    /// Creates the key of a session.
    /// - Parameters:
    ///   - session: a session that waits for an event.
    ///   - live: the slots that can decide a later branch.
    ///   - isTested: by slot, whether guards compare its value, not just its presence.
    ///   - lastTransition: the transition taken last, or nil if none was taken.
    init(_ session: FlowSession, live: [SlotID], isTested: Table<Slot, Bool>, lastTransition: Int?) {
        state = session.machine.state
        lastPresented = session.machine.lastPresented
        counters = session.machine.counters
        self.lastTransition = lastTransition
        values = live.map { slot in
            guard let value = session.parameters[slot.rawValue] else { return nil }
            return isTested[slot] ? Self.bytes(of: value) : []
        }
    }

    /// A byte that does not occur in UTF-8.
    private static let separator: UInt8 = 0xFF

    /// Returns bytes that identify a value among the values of its type.
    private static func bytes(of value: FlowValue) -> [UInt8] {
        var bytes: [UInt8] = []
        /// Appends a text and a separator.
        func add(_ text: String) {
            bytes += text.utf8
            bytes.append(separator)
        }
        switch value {
        case .text(let text): add(text)
        case .list(let items): for item in items { add(item) }
        case .map(let entries):
            for entry in entries {
                add(entry.key)
                add(entry.value)
            }
        }
        return bytes
    }
}
