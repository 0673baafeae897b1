import FlowCompiler
import FlowCore
import FlowTable
import FlowTesting
import FlowTool

/// A conversation in lines from a pipe, which answer the asks and play the service and the handlers.
struct TerminalConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    /// The answers that are not yet submitted.
    private var answers: [JSONMember] = []

    /// Creates a conversation about a flow, without starting it.
    init(_ table: TransitionTable, externalHandlers: Bool) {
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Shows what the flow needs to start, and then reads lines and shows outputs until the input ends.
    mutating func run() {
        Console.write(
            "Flow '\(driver.session.table.name)'. Answer with name=value, and submit with an empty line. "
                + "Other lines are commands or JSON.\n")
        Console.write(TerminalText.asks("start", driver.session.inputs))
        while let line = nextLine() {
            guard let message = parse(line) else { continue }
            for output in driver.apply({ message.fromWireFormat.apply(to: &$0) }) {
                Console.write(TerminalText.text(output.inWireFormat, takesAnswers: !waitsForReply))
            }
        }
        if !answers.isEmpty { Console.write(TerminalText.unsubmitted) }
    }

    /// Reads the next line that is not too long, or returns nil at the end of the input.
    private mutating func nextLine() -> String? {
        while true {
            guard let line = reader.next() else { return nil }
            if let text = line.text(orReport: { Console.write($0) }) { return text }
        }
    }

    /// Whether the flow waits for the service or a handler, and not for the user.
    private var waitsForReply: Bool { driver.session.request() != nil || driver.session.work() != nil }

    /// Parses a line, and returns its event, or nil if it has none.
    ///
    /// A line without an event is invalid, adds one of several answers, or is empty while the flow waits for a reply.
    private mutating func parse(_ line: String) -> ProtocolLine? {
        if line.hasPrefix("{") { return parseObject(line) }
        if line.isEmpty { return takeSubmission() }
        if waitsForReply { return parseErrorOrCommand(line) }
        if let equals = line.firstIndex(of: "=") {
            return addAnswer(String(line[..<equals]), String(line[line.index(after: equals)...]))
        }
        let stepAsks = driver.session.presentation?.asks ?? []
        let isWord = stepAsks.contains { $0.words.contains(line) }
        return isWord ? .select(line) : .event(line, error: nil)
    }

    /// The asks of the step or, before the start, of the flow.
    private var asks: [FlowAsk] { driver.session.presentation?.asks ?? driver.session.inputs }

    /// Adds an answer, in place of an earlier one with the same name.
    /// - Returns: the line that submits the answers if all asks now have one, or else nil.
    private mutating func addAnswer(_ name: String, _ text: String) -> ProtocolLine? {
        answers.removeAll { $0.name == name }
        answers.append(JSONMember(name, AnswerText.value(text, of: asks.first { $0.name == name }?.type)))
        let isComplete = asks.allSatisfy { ask in answers.contains { $0.name == ask.name } }
        return isComplete ? takeSubmission() : nil
    }

    /// Removes the answers, and returns the line that submits them. While the flow waits for a reply, returns nil.
    private mutating func takeSubmission() -> ProtocolLine? {
        if waitsForReply { return nil }
        defer { answers = [] }
        let isAtStep = driver.session.presentation != nil
        return isAtStep ? .submit(.object(answers)) : .start(.object(answers))
    }

    /// Parses a JSON object: a line of the line protocol, the body of a reply, or the outputs of a handler.
    ///
    /// If the line has another form, writes the reason and returns nil.
    private func parseObject(_ line: String) -> ProtocolLine? {
        do throws(ProtocolLine.Fault) {
            return try ProtocolLine(Array(line.utf8))
        } catch {
            if waitsForReply, let value = JSONValue(json: Array(line.utf8)) {
                return driver.session.work() == nil ? .reply(value) : .handled(value)
            }
            Console.write("! \(error.message)\n")
            return nil
        }
    }

    /// Parses a line while the flow waits for a reply. It is `error TYPE MESSAGE`, or else a command such as `cancel`.
    private func parseErrorOrCommand(_ line: String) -> ProtocolLine? {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.first == "error", words.count > 1 else { return .event(line, error: nil) }
        let message = words.count > 2 ? words[2] : ""
        return driver.session.work() == nil
            ? .error(type: words[1], message: message) : .failed(name: words[1], message: message)
    }
}

/// A conversation in the line protocol, with one JSON object per line.
struct LineConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    private let echoes: Bool

    private static let columnWidth = 9

    /// Creates a conversation about a flow, without starting it.
    /// - Parameters:
    ///   - table: the compiled flow to run.
    ///   - externalHandlers: whether lines of input provide the results of handlers.
    ///   - echoes: whether each line of input is repeated before its outputs, and all lines name their speaker.
    init(_ table: TransitionTable, externalHandlers: Bool, echoes: Bool = false) {
        self.echoes = echoes
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Reads lines and writes the flow's outputs until the input ends.
    ///
    /// For an invalid line, writes a refusal and continues.
    mutating func run() {
        while let line = reader.next() {
            do throws(ProtocolLine.Fault) {
                guard let message = try ProtocolLine(line) else { continue }
                if echoes, case .text(let bytes) = line {
                    write(SafeText(lines: String(decoding: bytes, as: UTF8.self)), by: message.speaker)
                }
                for output in driver.apply({ message.fromWireFormat.apply(to: &$0) }) {
                    write(output.inWireFormat.json)
                }
            } catch {
                write(FlowOutput.refusal(code: error.code, message: error.message))
            }
        }
    }

    /// Writes an output of the flow on one line, with its speaker if lines are repeated.
    private func write(_ line: JSONValue) {
        if echoes { write(SafeText(json: line), by: "flow") } else { Console.write(SafeText(json: line) + "\n") }
    }

    /// Writes a line with its speaker in the first column.
    private func write(_ line: SafeText, by speaker: String) {
        let blanks = String(repeating: " ", count: max(1, Self.columnWidth - speaker.utf8.count))
        Console.write("\(speaker)\(blanks)\(line)\n")
    }
}
