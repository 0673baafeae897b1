import FlowModel
import FlowTable

/// Turns the parts of a flow into code, records and numbers of strings.
///
/// It runs twice over a flow: the first run collects the strings, the second one, after ``restart()``, writes their numbers.
struct FlowEncoder {
    let flow: CheckedFlow
    let options: EmitOptions
    var strings = StringPool()
    private(set) var records = RecordPool()
    private(set) var code = CodePool()

    init(_ flow: CheckedFlow, options: EmitOptions) {
        self.flow = flow
        self.options = options
    }

    /// Numbers the strings and forgets what was written with provisional numbers.
    mutating func restart() {
        strings.freeze()
        records = RecordPool()
        code = CodePool()
    }

    /// The number of the block.
    mutating func number(of block: Block) throws(TableLimit) -> Int {
        code.number(try encode(block))
    }

    /// Adds a record.
    mutating func add(_ kind: RecordKind, _ record: ByteWriter) -> Int {
        records.offset(kind, record)
    }
}
