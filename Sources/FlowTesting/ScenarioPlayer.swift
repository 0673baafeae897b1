package import FlowCore
package import FlowModel
package import FlowTable

/// Plays a scenario: applies its host and service lines to a session, and compares the flow's output line by line.
package struct ScenarioPlayer {
    private var driver: FlowDriver
    /// Outputs of the flow that no line has matched yet.
    private var said: ArraySlice<FlowOutput> = []
    /// Called before each event while the flow waits for its host or the service. The conversation continues with the
    /// session that it returns.
    private let interlude: ((FlowSession) -> FlowSession)?

    private init(_ scenario: Scenario, _ table: TransitionTable, interlude: ((FlowSession) -> FlowSession)?) {
        self.interlude = interlude
        driver = FlowDriver(table, handlers: StandInHandlers(scenario.handlers), recordsMarks: true)
    }

    /// Plays a scenario on a table. The table needs marks to record the transitions taken.
    /// - Parameters:
    ///   - scenario: the conversation.
    ///   - table: the flow.
    ///   - interlude: called before each event while the flow waits for its host or the service. The conversation
    ///     continues with the session that it returns, for example after storing and restoring it.
    /// - Returns: the result.
    package static func play(
        _ scenario: Scenario, _ table: TransitionTable, interlude: ((FlowSession) -> FlowSession)? = nil
    ) -> ScenarioResult {
        var player = ScenarioPlayer(scenario, table, interlude: interlude)
        let mismatch = player.play(scenario)
        return ScenarioResult(name: scenario.name, mismatch: mismatch, transitions: Set(player.driver.marks))
    }

    private mutating func play(_ scenario: Scenario) -> ScenarioResult.Mismatch? {
        for line in scenario.lines {
            let problem = line.line.isInput ? hear(line.line) : expect(line.line)
            if let problem {
                return ScenarioResult.Mismatch(
                    lineNumber: line.lineNumber, expected: problem.expected, got: problem.got)
            }
        }
        guard let rest = said.first else { return nil }
        let last = scenario.lines.last?.lineNumber ?? 0
        return ScenarioResult.Mismatch(lineNumber: last, expected: "the end of the scenario", got: rest.json.jsonText)
    }

    private typealias Problem = (expected: String, got: String)

    /// Applies a line of the host or the service.
    private mutating func hear(_ line: Scenario.Line) -> Problem? {
        if let rest = said.first { return ("a line for what the flow said", rest.json.jsonText) }
        if let text = line.json {
            guard let value = JSONValue(json: Array(text.utf8)) else { return ("JSON", text) }
            if case .event = line, !Scenario.Line.isCommand(value) {
                return ("an event with an error, or with nothing", text)
            }
        }
        if let interlude, driver.rests { driver.goOn(with: interlude(driver.session)) }
        said = driver.take { line.apply(to: &$0) }[...]
        return nil
    }

    /// Compares a line with the flow's next output.
    private mutating func expect(_ line: Scenario.Line) -> Problem? {
        guard let text = line.json.map({ $0.isBlank ? "{}" : $0 }), let json = JSONValue(json: Array(text.utf8)) else {
            return ("JSON", line.json ?? "")
        }
        guard let output = said.popFirst() else { return (line.text, "nothing; it waits") }
        return line.matches(output, json) ? nil : (line.text, output.json.jsonText)
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
