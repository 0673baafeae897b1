import FlowTable

/// The records of a table. Equal records of one kind are stored once.
///
/// Offset 0 means that there is no record, so the first byte is padding.
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
