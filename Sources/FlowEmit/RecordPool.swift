import FlowTable

/// The records of a table, without duplicates of one kind.
///
/// Offset 0 means "no record", since the first byte is a filler.
struct RecordPool {
    private struct Key: Hashable {
        var kind: UInt8
        var bytes: [UInt8]
    }

    private var offsets: [Key: Int] = [:]
    /// All records, concatenated.
    private(set) var bytes: [UInt8] = []

    /// The offset of a record.
    mutating func offset(_ kind: RecordKind, _ record: ByteWriter) -> Int {
        let key = Key(kind: kind.rawValue, bytes: record.bytes)
        if let known = offsets[key] { return known }
        if bytes.isEmpty { bytes.append(0) }
        let offset = bytes.count
        offsets[key] = offset
        bytes.append(contentsOf: record.bytes)
        return offset
    }
}
