import FlowCore
import FlowTable
import FlowTesting
import FlowTool

/// A conversation in the line protocol: JSON objects, one per line.
struct LineConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    private let echoes: Bool

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - table: the flow.
    ///   - externalHandlers: whether the input provides the handlers' results.
    ///   - echoes: whether each input line is repeated before its outputs, for readers of a recording.
    init(_ table: TransitionTable, externalHandlers: Bool, echoes: Bool = false) {
        self.echoes = echoes
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Runs until the input ends. No line ends it.
    mutating func run() {
        while let line = reader.next() {
            do throws(ProtocolLine.Fault) {
                guard let said = try ProtocolLine(line) else { continue }
                if echoes, case .text(let bytes) = line {
                    tell(said.speaker, SafeText(lines: String(decoding: bytes, as: UTF8.self)))
                }
                for output in driver.apply({ said.offTheWire.apply(to: &$0) }) {
                    answer(output.onTheWire.json)
                }
            } catch {
                answer(FlowOutput.refusal(error.code, error.message))
            }
        }
    }

    private func answer(_ line: JSONValue) {
        if echoes { tell("flow", SafeText(json: line)) } else { Console.out(SafeText(json: line) + "\n") }
    }

    /// Writes a line for users, with the speaker in its own column.
    private func tell(_ speaker: String, _ line: SafeText) {
        Console.out("\(speaker)\(String(repeating: " ", count: max(1, 9 - speaker.utf8.count)))\(line)\n")
    }
}
