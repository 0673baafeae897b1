package import FlowAnalysis
import FlowCore
import FlowDiagnostics
package import FlowIR
package import FlowTable

/// A search for a conversation that follows the path of a counterexample.
///
/// Where the flow waits on the path, the search tries ``ConversationMoves``, depth first, and keeps to the path.
package struct PathReplay {
    /// The lines of the host and the service that follow the path, as far as the search has got.
    package private(set) var lines: [Scenario.Line] = []
    package private(set) var handlers: [String: Scenario.HandlerScript] = [:]

    private let flow: LoweredFlow
    private let moves: ConversationMoves
    /// The states in which the path waits for the host or the service, in order.
    private let stops: [StateID]
    /// The transitions that the last event of the path takes.
    private let lastMarks: [Int]
    /// The number of moves that may still be tried.
    private var budget = 20_000

    /// Searches for a conversation.
    /// - Parameters:
    ///   - path: the counterexample.
    ///   - numbers: by state of the counterexample, its number in the flow; nil if the flow lacks it.
    ///   - flow: the flow.
    ///   - table: the table of the flow, with marks.
    package init(_ path: Counterexample, numbers: Table<State, StateID?>, _ flow: LoweredFlow, _ table: TransitionTable)
    {
        self.flow = flow
        let steps = path.steps.compactMap { step in
            (numbers[ifPresent: step.state] ?? nil).map { (state: $0, event: step.event) }
        }
        moves = ConversationMoves(flow, SampleValues(flow), Liveness(ControlFlow(flow), nil, .branching))
        stops = steps.map(\.state).filter { !flow.states[$0].isHandler && !flow.states[$0].isChoice }
        lastMarks = path.steps.last?.marks.map(\.rawValue) ?? []
        handlers = Self.failures(on: steps, flow)
        let driver = FlowDriver(table, handlers: StandInHandlers(handlers), recordsMarks: true)
        _ = extend([], driver)
    }

    /// Returns scripts for the handlers that fail on a path. A handler's last failure there determines its script.
    private static func failures(
        on path: [(state: StateID, event: EventID?)], _ flow: LoweredFlow
    ) -> [String: Scenario.HandlerScript] {
        var scripts: [String: Scenario.HandlerScript] = [:]
        for step in path {
            guard case .handler(let use) = flow.states[step.state].kind, let event = step.event else { continue }
            if event == .otherFailure {
                scripts[use.handler.text] = .fails(HandlerScripts.undeclaredFailure.text)
            }
            if let own = flow.ownEvent(event), own.kind == .failure {
                scripts[use.handler.text] = .fails(own.name.text)
            }
        }
        return scripts
    }

    /// Extends a conversation that has reached a stop of the path, and keeps the longest one.
    ///
    /// Each line leads from a stop to the next one, so the number of lines is the index of the stop.
    /// - Returns: whether the conversation follows the whole path.
    private mutating func extend(_ conversation: [Scenario.Line], _ driver: FlowDriver) -> Bool {
        if conversation.count > lines.count { lines = conversation }
        guard conversation.count < stops.count else { return true }
        for move in possibleMoves(in: stops[conversation.count], isFirst: conversation.isEmpty) {
            budget -= 1
            if budget < 0 { return false }
            var next = driver
            _ = next.apply { move.apply(to: &$0) }
            let newMarks = next.marks[driver.marks.count...]
            guard isOnPath(next, newMarks, afterStop: conversation.count) else { continue }
            if extend(conversation + [move], next) { return true }
        }
        return false
    }

    /// Returns whether a conversation is on the path after the line that it played at a stop.
    ///
    /// It must wait at the next stop or, after the last stop, have taken the transitions of the path's last event.
    private func isOnPath(_ driver: FlowDriver, _ newMarks: ArraySlice<Int>, afterStop stop: Int) -> Bool {
        if stop + 1 == stops.count { return lastMarks.allSatisfy(newMarks.contains) }
        return StateID(Int(driver.session.machine.state)) == stops[stop + 1]
    }

    /// Returns the lines to try in a state: starts as the first line, and moves of the host and the service later.
    private func possibleMoves(in state: StateID, isFirst: Bool) -> [Scenario.Line] {
        // Long lines come first: a reply with more values shows more, such as a session that the flow should store.
        guard isFirst else { return moves.lines(in: state).sorted { $0.json.utf8.count > $1.json.utf8.count } }
        return moves.starts.plain + moves.starts.others.prefix(Self.maxOtherStarts)
    }

    /// The maximum number of starts with variations in several inputs.
    private static let maxOtherStarts = 2_000
}
