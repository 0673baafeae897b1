import FlowCore
import FlowTable

/// The session in a snapshot, which is stored by state and slot numbers.
struct SnapshotSession {
    /// The session, as a runner can resume it.
    private(set) var state: FlowSessionState

    /// The byte that precedes a value, and gives its type.
    private enum Tag {
        static let none: UInt8 = 0
        static let text: UInt8 = 1
        static let list: UInt8 = 2
        static let map: UInt8 = 3
    }

    /// Creates a session from a runner's state, to write it to a snapshot.
    init(_ state: FlowSessionState) { self.state = state }

    /// Writes the flow's name, the state, the state presented last, the counters, the time of presentation, and all
    /// values.
    /// - Throws: ``FlowSnapshotError/notKept`` if a number or a text is too large.
    func write(to writer: inout SnapshotWriter) throws(FlowSnapshotError) {
        try writer.append(text: state.flow)
        try writer.append(number: state.state)
        // 0 means that no step has been presented.
        try writer.append(number: state.lastPresented.map { $0 + 1 } ?? 0)
        try writer.append(number: state.counters.count)
        writer.append(state.counters)
        writer.append(fixed64: UInt64(clamping: state.presentedAt))
        try writer.append(number: state.values.count)
        for value in state.values { try Self.write(value, to: &writer) }
    }

    /// Writes a value after the tag of its type. Throws ``FlowSnapshotError/notKept`` if a part is too large.
    private static func write(_ value: FlowValue?, to writer: inout SnapshotWriter) throws(FlowSnapshotError) {
        switch value {
        case nil: writer.append([Tag.none])
        case .text(let text):
            writer.append([Tag.text])
            try writer.append(text: text)
        case .list(let items):
            writer.append([Tag.list])
            try writer.append(number: items.count)
            for item in items { try writer.append(text: item) }
        case .map(let entries):
            writer.append([Tag.map])
            try writer.append(number: entries.count)
            for entry in entries {
                try writer.append(text: entry.key)
                try writer.append(text: entry.value)
            }
        }
    }

    /// Creates a session from bytes that ``write(to:)`` wrote. The caller has verified that they belong to the table.
    /// - Throws: ``FlowSnapshotError/broken`` if the bytes are malformed.
    init(_ reader: inout SnapshotReader, of table: TransitionTable) throws(FlowSnapshotError) {
        let flow = try reader.readText()
        let number = try reader.readNumber()
        let last = try reader.readNumber()
        let counters = try reader.readBytes(try reader.readCount())
        guard let presented = Int64(exactly: try reader.readFixed64()) else { throw .broken }
        var values: [FlowValue?] = []
        for _ in 0..<(try reader.readCount()) { values.append(try Self.readValue(&reader)) }
        state = FlowSessionState(
            flow: flow, checksum: table.checksum, state: number, lastPresented: last == 0 ? nil : last - 1,
            counters: counters, values: values)
        state.identity = table.identity
        state.presentedAt = presented
    }

    /// Reads a tag and its value; nil for a slot without a value. Throws ``FlowSnapshotError/broken`` if malformed.
    private static func readValue(_ reader: inout SnapshotReader) throws(FlowSnapshotError) -> FlowValue? {
        switch try reader.readByte() {
        case Tag.none: return nil
        case Tag.text: return .text(try reader.readText())
        case Tag.list:
            var items: [String] = []
            for _ in 0..<(try reader.readCount()) { items.append(try reader.readText()) }
            return .list(items)
        case Tag.map:
            var entries: [FlowEntry] = []
            for _ in 0..<(try reader.readCount()) {
                entries.append(FlowEntry(key: try reader.readText(), value: try reader.readText()))
            }
            return .map(entries)
        default: throw .broken
        }
    }
}
