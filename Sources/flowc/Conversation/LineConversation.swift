import FlowCore
import FlowTable
import FlowTesting
import FlowTool

/// A conversation in the line protocol, with one JSON object per line.
struct LineConversation {
    private var driver: FlowDriver
    private var reader = LineReader()
    private let echoes: Bool

    /// The width of the column with the speaker.
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
        if echoes { write(SafeText(json: line), by: "flow") } else { Console.out(SafeText(json: line) + "\n") }
    }

    /// Writes a line with its speaker in the first column.
    private func write(_ line: SafeText, by speaker: String) {
        let blanks = String(repeating: " ", count: max(1, Self.columnWidth - speaker.utf8.count))
        Console.out("\(speaker)\(blanks)\(line)\n")
    }
}
