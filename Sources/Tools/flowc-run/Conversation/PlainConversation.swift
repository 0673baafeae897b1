import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTesting
import FlowTool

/// A conversation whose input consists of `name=value` lines, for example from a pipe.
///
/// The answers are submitted when every question has one, or at an empty line. A line that begins with a brace is
/// a line of the protocol. Any other line without an equals sign is a choice or an event.
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

    /// Processes lines until the input ends.
    package mutating func run() async {
        write(TerminalText.asks("start", adapter.startAsks))
        while let line = await lines.next() {
            let asks = await adapter.runner.step?.presentation?.asks
            guard let text = line.text(orReport: write.callAsFunction), let event = parse(text, asks) else {
                continue
            }
            if let output = await adapter.apply(event) { write(TerminalText.text(output)) }
        }
        if !answers.isEmpty { write(TerminalText.unsubmitted) }
    }

    /// Parses a line of input, and stores the answer that it may contain.
    /// - Parameters:
    ///   - line: the line without its terminator.
    ///   - asks: the questions of the step; nil before the start and after the end.
    /// - Returns: the event, or nil if more answers must follow or the line is invalid.
    private mutating func parse(_ line: String, _ asks: [FlowAsk]?) -> ProtocolLine? {
        if line.hasPrefix("{") { return parseProtocolLine(line) }
        if line.isEmpty { return takeSubmission(isStart: asks == nil) }
        guard let equals = line.firstIndex(of: "=") else {
            return asks?.contains { $0.words.contains(line) } == true ? .select(line) : .event(line, error: nil)
        }
        let currentAsks = asks ?? adapter.startAsks
        storeAnswer(String(line[line.index(after: equals)...]), to: String(line[..<equals]), of: currentAsks)
        let isComplete = currentAsks.allSatisfy { ask in answers.contains { $0.name == ask.name } }
        return isComplete ? takeSubmission(isStart: asks == nil) : nil
    }

    /// Stores the answer to the question with a name. Replaces an earlier answer.
    private mutating func storeAnswer(_ text: String, to name: String, of asks: [FlowAsk]) {
        answers.removeAll { $0.name == name }
        answers.append(JSONMember(name, AnswerText.value(text, of: asks.first { $0.name == name }?.type)))
    }

    /// Removes the stored answers, and returns the event that submits them.
    private mutating func takeSubmission(isStart: Bool) -> ProtocolLine {
        defer { answers = [] }
        return isStart ? .start(.object(answers)) : .submit(.object(answers))
    }

    /// Parses a line of the protocol, and writes the error of an invalid one.
    /// - Returns: nil if the line is invalid.
    private func parseProtocolLine(_ line: String) -> ProtocolLine? {
        do throws(ProtocolLine.Fault) {
            return try ProtocolLine(Array(line.utf8))
        } catch {
            write("! \(error.message)\n")
            return nil
        }
    }
}
