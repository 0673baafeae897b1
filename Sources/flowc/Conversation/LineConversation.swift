import FlowCore
import FlowTable
import FlowTesting
import FlowTool

/// A conversation in the line protocol: one JSON object a line, both ways.
struct LineConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    private let echoes: Bool

    /// Creates a conversation that has not begun.
    /// - Parameters:
    ///   - table: the flow.
    ///   - externalHandlers: whether the input does the handlers' work.
    ///   - echoes: whether every line of input is written before what comes of it, for users who read a recording.
    init(_ table: TransitionTable, externalHandlers: Bool, echoes: Bool = false) {
        self.echoes = echoes
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Converses until the input ends. Nothing that is said ends it.
    mutating func run() {
        while let line = reader.next() {
            do throws(ProtocolLine.Fault) {
                guard let said = try ProtocolLine(line) else { continue }
                if echoes, case .text(let bytes) = line {
                    tell(said.speaker, SafeText(lines: String(decoding: bytes, as: UTF8.self)))
                }
                for output in driver.take({ said.offTheWire.apply(to: &$0) }) {
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

    /// A line for users: who speaks, in a column of its own.
    private func tell(_ speaker: String, _ line: SafeText) {
        Console.out("\(speaker)\(String(repeating: " ", count: max(1, 9 - speaker.utf8.count)))\(line)\n")
    }
}
