package import FlowAnalysis
package import FlowCompiler
package import FlowCore
import FlowIR
package import FlowTable
import FlowTesting

/// A walk with which a page begins, as JSON: a title, lines of the line protocol, and the results of handlers.
package enum WalkData {
    /// Returns a walk along the path of a counterexample, as far as values for it are found.
    /// - Parameters:
    ///   - counterexample: the counterexample of a finding.
    ///   - title: the finding's message.
    ///   - compilation: the compilation that found it, with a flow.
    ///   - table: the flow's table, with marks.
    /// - Returns: the walk, or null if the compilation has no flow.
    package static func walk(
        along counterexample: Counterexample, title: String, _ compilation: Compilation, _ table: TransitionTable
    ) -> JSONValue {
        guard let flow = compilation.flow, let numbers = compilation.unproven?.prunedNumbers else { return .null }
        let replay = PathReplay(counterexample, numbers: numbers, flow, table)
        let handlers = replay.handlers.sorted { $0.key < $1.key }.map { JSONMember($0, json($1)) }
        return .object([
            JSONMember("title", .string(title)), JSONMember("lines", .array(replay.lines.map(json))),
            JSONMember("handlers", .object(handlers)),
        ])
    }

    /// Returns the result of a handler as the page stores it.
    private static func json(_ script: Scenario.HandlerScript) -> JSONValue {
        switch script {
        case .gives(let text): .object([JSONMember("gives", value(text))])
        case .fails(let name): .object([JSONMember("fails", .string(name))])
        }
    }

    /// Returns an input line as a line of the line protocol; null for a line that expects an output.
    private static func json(_ line: Scenario.Line) -> JSONValue {
        switch line {
        case .start(let text): .object([JSONMember("start", value(text))])
        case .submit(let text): .object([JSONMember("submit", value(text))])
        case .select(let word): .object([JSONMember("select", .string(word))])
        case .event(let name, let text):
            BuiltinEvent.namesOfCommands.contains(name)
                ? .object([JSONMember(name, .bool(true))])
                : .object([JSONMember("event", .string(name))] + (value(text).members ?? []))
        case .reply(let text): .object([JSONMember("reply", value(text))])
        case .error(let type, let message):
            .object([
                JSONMember(
                    "error", .object([JSONMember("type", .string(type)), JSONMember("message", .string(message))]))
            ])
        case .call, .present, .notify, .end, .refused: .null
        }
    }

    /// Returns the value of JSON, or an empty object if the text is not JSON.
    private static func value(_ text: String) -> JSONValue { JSONValue(json: Array(text.utf8)) ?? .object([]) }
}

extension BuiltinEvent {
    /// The names of the built-in events that the line protocol sends as members of their own.
    fileprivate static let namesOfCommands = ["back", "cancel", "timeout"]
}
