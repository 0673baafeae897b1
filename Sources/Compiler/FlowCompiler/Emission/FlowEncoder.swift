import FlowDiagnostics
import FlowIR
import FlowTable

/// Encodes the parts of a flow as code, records and string numbers.
///
/// A flow is encoded in two passes. The first only collects strings. After ``restart()``, the second writes code and
/// records, which refer to strings by number. The functions throw ``TableLimit`` if a part exceeds a limit of the table.
struct FlowEncoder {
    let flow: LoweredFlow
    let options: EmitOptions
    var strings = StringPool()
    private(set) var records = RecordPool()
    private(set) var code = CodePool()
    /// Whether this is the first pass, which only collects strings.
    private var isCollecting = true

    /// Creates an encoder in its first pass.
    init(_ flow: LoweredFlow, options: EmitOptions) {
        self.flow = flow
        self.options = options
    }

    /// Ends the first pass: numbers the strings, and starts the second pass.
    mutating func restart() {
        strings.freeze()
        isCollecting = false
    }

    /// Returns the number of a block, and adds its code if it is new; returns 0 in the first pass.
    mutating func intern(_ block: Block) throws(TableLimit) -> Int {
        let bytes = try encode(block)
        return isCollecting ? 0 : code.intern(bytes)
    }

    /// Adds a record unless an equal one exists, and returns its offset; returns 0 in the first pass.
    mutating func add(_ record: ByteWriter, as kind: RecordKind) -> Int {
        isCollecting ? 0 : records.intern(record, as: kind)
    }
}

extension FlowEncoder {
    /// Sets the fields for events, counters, strings, code and records in a directory.
    func setFields(_ fields: inout DirectoryFields) {
        func count(_ kind: EventKind) -> Int { flow.events.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) } }
        fields[.hostEvents] = count(.command) + count(.deadline)
        fields[.challenges] = count(.challenge)
        fields[.errors] = count(.error)
        fields[.failures] = count(.failure)
        fields[.counters] = flow.counters.count
        fields[.initialState] = flow.initialState.rawValue
        fields[.strings] = strings.strings.count
        fields[.stringBytes] = strings.byteCount
        fields[.blocks] = code.offsets.count
        fields[.codeBytes] = code.bytes.count
        fields[.recordBytes] = records.bytes.count
    }
}

/// The code of all blocks in order of first use, without duplicates.
struct CodePool {
    /// The number of each block, by its code.
    private var numbers: [[UInt8]: Int] = [:]
    /// By block: the offset of its code in ``bytes``.
    private(set) var offsets: [Int] = []
    /// The code of all blocks, concatenated.
    private(set) var bytes: [UInt8] = []

    /// Returns the number of the block with this code, and adds the code if it is new.
    mutating func intern(_ code: [UInt8]) -> Int {
        if let known = numbers[code] { return known }
        let number = offsets.count
        numbers[code] = number
        offsets.append(bytes.count)
        bytes.append(contentsOf: code)
        return number
    }
}

/// The records of a table. Equal records of one kind are stored once.
///
/// Offset 0 means that there is no record, so the first byte is padding, and the first record begins at offset 1.
struct RecordPool {
    /// The properties in which equal records agree.
    private struct Key: Hashable {
        var kind: UInt8
        var bytes: [UInt8]
    }

    private var offsets: [Key: Int] = [:]
    /// All records, concatenated.
    private(set) var bytes: [UInt8] = []

    /// Returns the offset of a record, and adds the record if it is new.
    mutating func intern(_ record: ByteWriter, as kind: RecordKind) -> Int {
        let key = Key(kind: kind.rawValue, bytes: record.bytes)
        if let known = offsets[key] { return known }
        if bytes.isEmpty { bytes.append(0) }
        let offset = bytes.count
        offsets[key] = offset
        bytes.append(contentsOf: record.bytes)
        return offset
    }
}

/// The strings of a table. They are collected first and numbered afterwards.
///
/// "" has number 0, and the other strings follow in the order of their bytes.
struct StringPool {
    private var numbers: [ByteString: Int] = ["": 0]
    /// All strings in the order of their numbers; empty during collection.
    private(set) var strings: [[UInt8]] = []

    /// Returns the number of a text.
    ///
    /// Before ``freeze()``, the call adds the text, and the result is always 0. Afterwards, the text must be known.
    mutating func intern(_ text: ByteString) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = 0
        return 0
    }

    /// Returns the number of a text, or nil if the pool does not contain it.
    func number(of text: ByteString) -> Int? { numbers[text] }

    /// Ends the collection: sorts the strings into ``strings``, and numbers them in this order.
    mutating func freeze() {
        let texts = numbers.keys.sorted()
        strings = texts.map { Array($0.utf8) }
        for (number, text) in texts.enumerated() { numbers[text] = number }
    }

    /// The total size of all strings in bytes.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
