import FlowCore
import FlowTable
import FlowTesting
import FlowTool
import SystemPackage

/// A conversation with a user at a terminal.
struct TerminalConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    /// Answers that are not submitted yet.
    private var answers: [JSONMember] = []
    private let prompts = Console.isTerminal(.standardInput)

    /// Creates a conversation that has not started.
    init(_ table: TransitionTable, externalHandlers: Bool) {
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Runs until the input ends.
    mutating func run() {
        Console.out(
            "Flow '\(driver.session.table.name)'. Lines: name=value, an empty line to submit, a command, or JSON.\n")
        Console.out(TerminalText.asks("start", driver.session.inputs))
        while let line = next() {
            guard let said = meaning(of: line) else { continue }
            for output in driver.apply({ said.offTheWire.apply(to: &$0) }) {
                Console.out(TerminalText.text(output.onTheWire))
            }
        }
    }

    private mutating func next() -> String? {
        while true {
            if prompts { Console.out(waitsForOthers ? "service> " : "> ") }
            guard let line = reader.next() else { return nil }
            if let text = line.text(orTell: { Console.out($0) }) { return text }
        }
    }

    private var waitsForOthers: Bool { driver.session.request() != nil || driver.session.work() != nil }

    /// Parses a line; nil if it is invalid or answers one of several questions.
    private mutating func meaning(of line: String) -> ProtocolLine? {
        if line.hasPrefix("{") { return object(line) }
        if line.isEmpty { return submission() }
        if waitsForOthers { return failure(line) }
        if let equals = line.firstIndex(of: "=") {
            return answer(String(line[..<equals]), String(line[line.index(after: equals)...]))
        }
        let asks = driver.session.presentation?.asks ?? []
        let isWord = asks.contains { $0.words.contains(line) }
        return isWord ? .select(line) : .event(line, error: nil)
    }

    private var asks: [FlowAsk] { driver.session.presentation?.asks ?? driver.session.inputs }

    private mutating func answer(_ name: String, _ text: String) -> ProtocolLine? {
        answers.removeAll { $0.name == name }
        answers.append(JSONMember(name, AnswerText.value(text, of: asks.first { $0.name == name }?.type)))
        let isComplete = asks.allSatisfy { ask in answers.contains { $0.name == ask.name } }
        return isComplete ? submission() : nil
    }

    private mutating func submission() -> ProtocolLine? {
        if waitsForOthers { return nil }
        defer { answers = [] }
        let isAtStep = driver.session.presentation != nil
        return isAtStep ? .submit(.object(answers)) : .start(.object(answers))
    }

    /// Parses a protocol line, a reply's body, or a handler's outputs.
    private func object(_ line: String) -> ProtocolLine? {
        do throws(ProtocolLine.Fault) {
            return try ProtocolLine(Array(line.utf8))
        } catch {
            if waitsForOthers, let value = JSONValue(json: Array(line.utf8)) {
                return driver.session.work() == nil ? .reply(value) : .handled(value)
            }
            Console.out("! \(error.message)\n")
            return nil
        }
    }

    /// Parses `error TYPE message`, or a command such as `cancel`, during a request.
    private func failure(_ line: String) -> ProtocolLine? {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.first == "error", words.count > 1 else { return .event(line, error: nil) }
        let message = words.count > 2 ? words[2] : ""
        return driver.session.work() == nil
            ? .error(type: words[1], message: message) : .failed(name: words[1], message: message)
    }
}
