import FlowCore
import FlowTable
import FlowTesting

/// A conversation in the line protocol: one JSON object a line, both ways.
struct LineConversation {
    private var driver: FlowDriver
    private var reader = LineReader()

    /// A conversation that has not begun.
    init(_ table: TransitionTable, externalHandlers: Bool) {
        driver = FlowDriver(table, handlers: externalHandlers ? nil : StandInHandlers())
    }

    /// Converses until the input ends. Nothing that is said ends it.
    mutating func run() {
        while let line = reader.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            do throws(ProtocolLine.Fault) {
                let said = try ProtocolLine(line)
                for output in driver.take({ said.apply(to: &$0) }) { Console.out(output.json.jsonText + "\n") }
            } catch {
                Console.out(FlowOutput.refusal("bad-line", error.message).jsonText + "\n")
            }
        }
    }
}
