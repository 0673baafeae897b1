import FlowCore
import FlowRuntime
import FlowTesting
import FlowTool

/// A conversation in `name=value` lines, for example from a pipe.
///
/// An empty line submits, a word chooses or is a command, and JSON objects are protocol lines.
package struct PlainConversation: Sendable {
    private let adapter: RunnerAdapter
    private let lines: LineSource
    private let write: Writer
    /// Answers that are not submitted yet.
    private var answers: [JSONMember] = []

    /// Creates a conversation that has not started.
    package init(_ adapter: RunnerAdapter, lines: LineSource, write: Writer) {
        self.adapter = adapter
        self.lines = lines
        self.write = write
    }

    /// Runs until the input ends.
    package mutating func run() async {
        write(TerminalText.asks("start", adapter.startAsks))
        while let line = await lines.next() {
            let asks = await adapter.runner.step?.presentation?.asks
            guard let text = line.text(orReport: write.callAsFunction), let said = meaning(of: text, asks) else {
                continue
            }
            if let output = await adapter.say(said) { write(TerminalText.text(output)) }
        }
    }

    /// Parses a line; nil if it is invalid or answers one of several questions.
    ///
    /// The step's asks are nil before the start and after the end.
    private mutating func meaning(of line: String, _ asks: [FlowAsk]?) -> ProtocolLine? {
        if line.hasPrefix("{") { return object(line) }
        if line.isEmpty { return submission(isStart: asks == nil) }
        guard let equals = line.firstIndex(of: "=") else {
            return asks?.contains { $0.words.contains(line) } == true ? .select(line) : .event(line, error: nil)
        }
        let wanted = asks ?? adapter.startAsks
        let name = String(line[..<equals])
        let text = String(line[line.index(after: equals)...])
        answers.removeAll { $0.name == name }
        answers.append(JSONMember(name, AnswerText.value(text, of: wanted.first { $0.name == name }?.type)))
        let isComplete = wanted.allSatisfy { ask in answers.contains { $0.name == ask.name } }
        return isComplete ? submission(isStart: asks == nil) : nil
    }

    private mutating func submission(isStart: Bool) -> ProtocolLine {
        defer { answers = [] }
        return isStart ? .start(.object(answers)) : .submit(.object(answers))
    }

    private func object(_ line: String) -> ProtocolLine? {
        do throws(ProtocolLine.Fault) {
            return try ProtocolLine(Array(line.utf8))
        } catch {
            write("! \(error.message)\n")
            return nil
        }
    }
}
