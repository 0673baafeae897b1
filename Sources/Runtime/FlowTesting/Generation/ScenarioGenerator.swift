import FlowCore
package import FlowIR
package import FlowTable

/// A generator of scenarios: short conversations that cover a flow's transitions, and its pairs of consecutive
/// transitions. The search is bounded, so it may miss some.
package struct ScenarioGenerator {
    /// How many points in a row may reach no new goal before a search ends: for the first starts, and for the others.
    private static let patience = (first: 1_500, other: 12)
    /// How many starts are searched with the greater patience.
    private static let patientStarts = 2
    /// The maximum number of starts that vary several inputs. Most lead to a known abstract state, and are cheap.
    private static let maxStarts = 20_000

    package private(set) var scenarios: [Scenario] = []
    /// The number of transitions that the flow uses.
    package let used: Int
    /// The number of transitions that the scenarios take.
    package private(set) var transitions = 0
    /// The number of pairs of consecutive transitions that the scenarios take.
    package private(set) var pairs = 0

    /// Generates the scenarios of a flow, whose table must have marks.
    package init(_ flow: LoweredFlow, _ table: TransitionTable) {
        var search = ConversationSearch(flow, table)
        used = search.used.count
        Self.searchFromAllStarts(&search)
        pairs = search.reached.keys.filter { if case .pair = $0 { true } else { false } }.count
        transitions = search.reached.keys.filter { if case .transition = $0 { true } else { false } }.count
        scenarios = Self.scenarios(of: search, flow, table)
    }

    /// Searches from the plain starts. While transitions are missing, also searches from the other starts, and then
    /// again from the plain ones with more patience. Finally tries the other starts by themselves.
    private static func searchFromAllStarts(_ search: inout ConversationSearch) {
        let starts = search.starts
        for (position, start) in starts.plain.enumerated() {
            let isPatient = position < patientStarts
            search.search(from: start, patience: isPatient ? patience.first : patience.other)
        }
        for start in starts.others.prefix(maxStarts) where search.isIncomplete {
            search.search(from: start, patience: patience.other)
        }
        if search.isIncomplete { search.forgetStarts() }
        for start in starts.plain where search.isIncomplete {
            search.search(from: start, patience: patience.first)
        }
        // For a `start` goal, it is enough to try the start itself.
        for start in starts.others.prefix(maxStarts) { search.search(from: start, patience: 0) }
    }

    /// Returns scenarios for the conversations that together reach all goals of a search.
    ///
    /// None is the beginning of another one. After each comes a copy with all optional values, if any can be added.
    private static func scenarios(
        of search: ConversationSearch, _ flow: LoweredFlow, _ table: TransitionTable
    ) -> [Scenario] {
        let full = FullConversations(flow, table)
        let ends = Set(search.reached.values)
        var innerPoints: Set<Int> = []
        for point in ends {
            var before = search.points[point].before
            while let next = before, innerPoints.insert(next).inserted { before = search.points[next].before }
        }
        return ends.subtracting(innerPoints).sorted().enumerated().flatMap { number, point -> [Scenario] in
            let handlers = search.points[point].script
            let conversation = Self.lines(to: point, in: search)
            let name = "conversation-\(number + 1)"
            let plain = scenario(name, conversation, handlers, table)
            guard let filled = full.filled(conversation, handlers) else { return [plain] }
            return [plain, scenario(name + "-full", filled, handlers, table)]
        }
    }

    /// Returns the lines of the conversation that ends at a point.
    private static func lines(to point: Int, in search: ConversationSearch) -> [Scenario.Line] {
        var path = [point]
        while let before = search.points[path[path.count - 1]].before { path.append(before) }
        return path.reversed().map { search.points[$0].line }
    }

    /// Returns a scenario with these inputs, each followed by the flow's outputs as expected lines.
    private static func scenario(
        _ name: String, _ inputs: [Scenario.Line], _ handlers: [String: Scenario.HandlerScript],
        _ table: TransitionTable
    ) -> Scenario {
        var driver = FlowDriver(table, handlers: StandInHandlers(handlers))
        let lines = inputs.flatMap { line in
            let outputs = driver.apply { line.apply(to: &$0) }
            return [line] + outputs.compactMap { Scenario.Line(expecting: $0) }
        }
        return Scenario(
            name: name, prefixCount: 0, rows: [], traces: [], handlers: handlers,
            lines: lines.map { Scenario.NumberedLine($0, lineNumber: 0) })
    }
}

extension Scenario.Line {
    /// Creates the line that expects an output, or nil for a call of a handler, which has no line in a scenario.
    fileprivate init?(expecting output: FlowOutput) {
        switch output {
        case .call(let request): self = .call(operation: request.operation, json: request.body.jsonText)
        case .present(let step):
            self = .present(
                step: step.step, within: step.timeLimit, error: step.error?.type, category: step.error?.givenCategory,
                json: step.parameters.jsonText)
        case .notify(let notification):
            var members = notification.parameters.members ?? []
            if let error = notification.error {
                let category = error.givenCategory.map { JSONMember("class", .string($0)) }
                let wanted = [JSONMember("type", .string(error.type)), category].compactMap(\.self)
                members.append(JSONMember("error", .object(wanted)))
            }
            self = .notify(name: notification.name, json: JSONValue.object(members).jsonText)
        case .end(let outcome):
            self = .end(
                outcome: outcome.name, error: outcome.error?.type, category: outcome.error?.givenCategory,
                json: outcome.parameters.jsonText)
        case .refused(let refusal):
            self = .refused(code: refusal.code, parameter: refusal.subject.isEmpty ? nil : refusal.subject)
        case .handle: return nil
        }
    }
}

extension FlowPendingError {
    /// The category, or nil if the error has none, which a scenario cannot expect.
    fileprivate var givenCategory: String? { category.isEmpty ? nil : category }
}

/// Scenarios as XML.
package struct ScenarioText {
    package let text: String

    /// Writes scenarios as XML, for the flow at the path `flow`.
    package init(_ scenarios: [Scenario], flow: String) {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, "<scenarios flow=\"\(flow.escapedForMarkup)\">",
        ]
        for scenario in scenarios {
            lines.append("  <scenario name=\"\(scenario.name.escapedForMarkup)\">")
            for (name, script) in scenario.handlers.sorted(by: { $0.key < $1.key }) {
                lines.append("    " + Self.element(ofHandler: name, script))
            }
            lines += scenario.lines.map { "    " + Self.element(of: $0.line) }
            lines.append("  </scenario>")
        }
        lines += ["</scenarios>", ""]
        text = lines.joined(separator: "\n")
    }

    /// Returns the element that scripts a handler.
    private static func element(ofHandler name: String, _ script: Scenario.HandlerScript) -> String {
        switch script {
        case .gives(let json): element("handler", [("name", name)], json)
        case .fails(let failure): element("handler", [("name", name), ("failure", failure)], "")
        }
    }

    /// Returns the element of a line.
    private static func element(of line: Scenario.Line) -> String {
        switch line {
        case .start(let json): element("start", [], json)
        case .submit(let json): element("submit", [], json)
        case .select(let word): element("select", [("value", word)], "")
        // These built-in events have elements of their own, which contain no JSON.
        case .event(let name, let json):
            ["back", "cancel", "timeout"].contains(name)
                ? element(name, [], "") : element("event", [("name", name)], json == "{}" ? "" : json)
        case .reply(let json): element("reply", [], json)
        case .error(let type, let message): element("error", [("type", type), ("message", message)], "")
        case .call(let operation, let json): element("call", [("operation", operation)], json)
        case .present(let step, let limit, let error, let category, let json):
            element(
                "present", [("step", step), ("within", limit.map(String.init)), ("error", error), ("class", category)],
                json)
        case .notify(let name, let json): element("notify", [("name", name)], json)
        case .end(let outcome, let error, let category, let json):
            element("end", [("outcome", outcome), ("error", error), ("class", category)], json)
        case .refused(let code, let parameter): element("refused", [("code", code), ("parameter", parameter)], "")
        }
    }

    /// Returns an XML element with the attributes that have a value, and JSON as its content.
    private static func element(_ name: String, _ attributes: [(name: String, value: String?)], _ json: String)
        -> String
    {
        let written = attributes.compactMap { attribute in
            attribute.value.map { " \(attribute.name)=\"\($0.escapedForMarkup)\"" }
        }
        let start = "<" + name + written.joined()
        return json.utf8.isEmpty ? start + "/>" : start + ">" + json.escapedForMarkup + "</" + name + ">"
    }
}

extension String {
    /// The text with the special characters of XML and HTML escaped.
    package var escapedForMarkup: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
