import FlowModel
import FlowTable

/// Encodes the parts of a flow as code, records and string numbers.
///
/// It makes two passes over a flow: the first collects the strings, the second, after ``restart()``, writes their
/// numbers.
struct FlowEncoder {
    let flow: CheckedFlow
    let options: EmitOptions
    var strings = StringPool()
    private(set) var records = RecordPool()
    private(set) var code = CodePool()
    /// Whether this is the first pass, which only keeps strings.
    private var isCollecting = true

    init(_ flow: CheckedFlow, options: EmitOptions) {
        self.flow = flow
        self.options = options
    }

    /// Numbers the strings and starts the second pass.
    mutating func restart() {
        strings.freeze()
        isCollecting = false
    }

    /// The number of the block; 0 in the first pass.
    mutating func number(of block: Block) throws(TableLimit) -> Int {
        let bytes = try encode(block)
        return isCollecting ? 0 : code.number(bytes)
    }

    /// Adds a record and returns its offset; 0 in the first pass.
    mutating func add(_ kind: RecordKind, _ record: ByteWriter) -> Int {
        isCollecting ? 0 : records.offset(kind, record)
    }
}

extension FlowEncoder {
    /// Sets the counts in the directory.
    func setFields(_ fields: inout DirectoryFields) {
        func count(_ kind: EventKind) -> Int { flow.events.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) } }
        fields[.hostEvents] = count(.command) + count(.deadline)
        fields[.challenges] = count(.challenge)
        fields[.errors] = count(.error)
        fields[.failures] = count(.failure)
        fields[.counters] = flow.counters.count
        fields[.initialState] = flow.initialState
        fields[.strings] = strings.strings.count
        fields[.stringBytes] = strings.byteCount
        fields[.blocks] = code.offsets.count
        fields[.codeBytes] = code.bytes.count
        fields[.recordBytes] = records.bytes.count
    }
}
