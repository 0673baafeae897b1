public import FlowCore
package import FlowIR
public import FlowRuntime
package import FlowTable

/// A player of scenarios: applies host and service lines to a session, and compares the flow's output line by line.
package struct ScenarioPlayer {
    private var driver: FlowDriver
    /// The outputs of the flow that have not been compared with a line yet.
    private var outputs: ArraySlice<FlowOutput> = []
    /// Called before each event while the flow waits; returns the session to continue with. Without this closure, the
    /// player keeps its session.
    private let interlude: ((FlowSession) -> FlowSession)?

    /// Creates a player whose session has not started, with the scripts of the scenario's handlers.
    private init(_ scenario: Scenario, _ table: TransitionTable, interlude: ((FlowSession) -> FlowSession)?) {
        self.interlude = interlude
        driver = FlowDriver(table, handlers: StandInHandlers(scenario.handlers), recordsMarks: true)
    }

    /// Plays a scenario on a table, and returns the result.
    ///
    /// The result contains the transitions taken only if the table has marks. If the flow waits for the host or the
    /// service, the player calls `interlude` before the next event, and continues with the returned session.
    package static func play(
        _ scenario: Scenario, _ table: TransitionTable, interlude: ((FlowSession) -> FlowSession)? = nil
    ) -> ScenarioResult {
        var player = ScenarioPlayer(scenario, table, interlude: interlude)
        let mismatch = player.play(scenario)
        return ScenarioResult(name: scenario.name, mismatch: mismatch, transitions: Set(player.driver.marks))
    }

    /// Returns the outputs of the flow in a scenario, whether or not the scenario expects them.
    package static func outputs(of scenario: Scenario, _ table: TransitionTable) -> [FlowOutput] {
        var driver = FlowDriver(table, handlers: StandInHandlers(scenario.handlers))
        let inputs = scenario.lines.map(\.line).filter(\.isInput)
        return inputs.flatMap { line in driver.apply { line.apply(to: &$0) } }
    }

    /// Plays the lines up to the first that does not match.
    /// - Returns: the mismatch, or nil if all lines match and the flow has no further output.
    private mutating func play(_ scenario: Scenario) -> ScenarioResult.Mismatch? {
        for placed in scenario.lines {
            let problem = placed.line.isInput ? apply(placed.line) : compare(placed.line)
            if let problem {
                return ScenarioResult.Mismatch(
                    lineNumber: placed.lineNumber, expected: problem.expected, got: problem.got)
            }
        }
        guard let output = outputs.first else { return nil }
        let last = scenario.lines.last?.lineNumber ?? 0
        return ScenarioResult.Mismatch(lineNumber: last, expected: "the end of the scenario", got: output.json.jsonText)
    }

    /// A difference between what the player expects at a line, and what the scenario or the flow contains instead.
    private typealias Problem = (expected: String, got: String)

    /// Applies a line of the host or the service, and stores the flow's outputs for comparison.
    /// - Returns: the problem if the line is invalid, or if an earlier output was not compared yet; otherwise nil.
    private mutating func apply(_ line: Scenario.Line) -> Problem? {
        if let output = outputs.first { return ("a line that expects the flow's output", output.json.jsonText) }
        guard let value = JSONValue(json: Array(line.json.utf8)) else { return ("JSON", line.json) }
        if case .event = line, !Scenario.Line.isCommand(value) {
            return ("an event whose JSON is empty or contains only an error", line.json)
        }
        if let interlude, driver.isWaiting { driver.replaceSession(with: interlude(driver.session)) }
        outputs = driver.apply { line.apply(to: &$0) }[...]
        return nil
    }

    /// Compares a line with the flow's next output, and removes this output.
    /// - Returns: the problem if the two differ, if there is no output, or if the line is not JSON; otherwise nil.
    private mutating func compare(_ line: Scenario.Line) -> Problem? {
        let text = line.json.isBlank ? "{}" : line.json
        guard let json = JSONValue(json: Array(text.utf8)) else { return ("JSON", line.json) }
        guard let output = outputs.popFirst() else { return (line.text, "no further output") }
        return line.matches(output, json: json) ? nil : (line.text, output.json.jsonText)
    }
}

extension StandInHandlers {
    /// Creates stand-ins with the scripts of a scenario. A script that is not JSON supplies no values.
    package init(_ scripts: [String: Scenario.HandlerScript]) {
        self.init(
            scripts: scripts.mapValues { script in
                switch script {
                case .gives(let text): .gives(JSONValue(json: Array(text.utf8)) ?? .object([]))
                case .fails(let name): .fails(name)
                }
            })
    }
}

/// The result of playing a scenario.
package struct ScenarioResult: Sendable {
    /// The first difference between a conversation and its scenario.
    package struct Mismatch: Sendable, Equatable {
        package let lineNumber: Int
        package let expected: String
        /// The flow's output, words for a missing output, or the invalid line of the scenario.
        package let got: String
    }

    package let name: String
    /// The first mismatch, at which the player stops; nil if there is none.
    package let mismatch: Mismatch?
    /// The numbers of the transitions taken.
    package let transitions: Set<Int>

    /// Whether the conversation matched the scenario.
    package var passed: Bool { mismatch == nil }
}

/// The coverage of a flow: which transitions of its source the scenarios take.
package struct Coverage: Sendable {
    private let transitions: Set<Int>
    /// The numbers of the transitions taken.
    package private(set) var taken: Set<Int> = []

    package init(of transitions: some Sequence<Int>) {
        self.transitions = Set(transitions)
    }

    /// Adds the transitions that a scenario took.
    package mutating func add(_ result: ScenarioResult) {
        taken.formUnion(transitions.intersection(result.transitions))
    }

    /// The number of transitions to cover.
    package var total: Int { transitions.count }

    /// The numbers of the transitions that no scenario takes, ascending.
    package var missing: [Int] { transitions.subtracting(taken).sorted() }

    /// The percentage of transitions taken; 100 for a flow without transitions.
    package var percent: Double { total == 0 ? 100 : Double(taken.count) * 100 / Double(total) }
}

/// Stub handlers that compute nothing.
///
/// The value of a required port `P` is the text `<P>`, or a list or a map that contains this text, so that a
/// conversation shows where each value comes from. The value of a flag is true, and a number of seconds is 60. Optional
/// ports have no value. A script replaces the result of one handler.
public struct StandInHandlers: Sendable, Redacted {
    /// What a handler does instead of returning placeholders.
    public enum Script: Sendable, Redacted {
        /// Returns the members of this object. Other required ports still receive placeholders.
        case gives(JSONValue)
        /// Fails with this name.
        case fails(String)
    }

    /// The scripts, by name of the handler whose result they replace.
    public var scripts: [String: Script]

    /// Creates handlers. A handler without a script returns placeholders.
    public init(scripts: [String: Script] = [:]) {
        self.scripts = scripts
    }

    /// Returns the result of a call of a handler, as a JSON object with a member for each port that has a value.
    /// - Throws: the failure that the handler's script names.
    public func result(of work: FlowWork) throws(FlowHandlerFailure) -> JSONValue {
        switch scripts[work.handler] {
        case .fails(let name): throw FlowHandlerFailure(name, StandIns.failureMessage(of: work.handler))
        case .gives(let value): return StandIns.outputs(of: work, given: value.members ?? [])
        case nil: return StandIns.outputs(of: work)
        }
    }

    /// Runs the handler that a session waits for, and applies its result to the session.
    /// - Returns: the session's next effect, or a refusal if the session does not wait for a handler.
    public func run(in session: inout FlowSession) -> FlowEffect {
        guard let work = session.work() else { return .refused(FlowRefusal(.eventNotAccepted, "handled")) }
        do throws(FlowHandlerFailure) {
            return session.handled(try result(of: work))
        } catch {
            return session.handlerFailed(error.name, error.message)
        }
    }

    /// These handlers in the form that a runner takes.
    public var handlers: FlowHandlers {
        FlowHandlers { work throws(FlowHandlerFailure) in FlowHandlerOutputs(try result(of: work)) }
    }
}
