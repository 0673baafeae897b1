import FlowCore
import FlowTable

/// A session by state and slot numbers: the inner format of a snapshot.
struct SnapshotSession {
    private(set) var state: FlowSessionState

    /// Writes the session: the flow's name, the state, the state presented last, the counters, when the step was
    /// presented, and all values.
    func write(to writer: inout SnapshotWriter) throws(FlowSnapshotError) {
        try writer.text(state.flow)
        try writer.number(state.state)
        try writer.number(state.lastPresented.map { $0 + 1 } ?? 0)
        try writer.number(state.counters.count)
        writer.append(state.counters)
        writer.fixed64(UInt64(clamping: state.presentedAt))
        try writer.number(state.values.count)
        for value in state.values { try Self.write(value, to: &writer) }
    }

    private static func write(_ value: FlowValue?, to writer: inout SnapshotWriter) throws(FlowSnapshotError) {
        switch value {
        case nil: writer.append([0])
        case .text(let text):
            writer.append([1])
            try writer.text(text)
        case .list(let items):
            writer.append([2])
            try writer.number(items.count)
            for item in items { try writer.text(item) }
        case .map(let entries):
            writer.append([3])
            try writer.number(entries.count)
            for entry in entries {
                try writer.text(entry.key)
                try writer.text(entry.value)
            }
        }
    }

    /// Reads what ``write(to:)`` wrote. The bytes do not name the table; the caller has compared its identity.
    init(_ reader: inout SnapshotReader, of table: TransitionTable) throws(FlowSnapshotError) {
        let flow = try reader.text()
        let number = try reader.number()
        let last = try reader.number()
        let counters = try reader.take(try reader.count())
        guard let presented = Int64(exactly: try reader.fixed64()) else { throw .broken }
        var values: [FlowValue?] = []
        for _ in 0..<(try reader.count()) { values.append(try Self.value(&reader)) }
        state = FlowSessionState(
            flow: flow, checksum: table.checksum, state: number, lastPresented: last == 0 ? nil : last - 1,
            counters: counters, values: values)
        state.identity = table.identity
        state.presentedAt = presented
    }

    init(_ state: FlowSessionState) { self.state = state }

    private static func value(_ reader: inout SnapshotReader) throws(FlowSnapshotError) -> FlowValue? {
        switch try reader.byte() {
        case 0: return nil
        case 1: return .text(try reader.text())
        case 2:
            var items: [String] = []
            for _ in 0..<(try reader.count()) { items.append(try reader.text()) }
            return .list(items)
        case 3:
            var entries: [FlowEntry] = []
            for _ in 0..<(try reader.count()) {
                entries.append(FlowEntry(key: try reader.text(), value: try reader.text()))
            }
            return .map(entries)
        default: throw .broken
        }
    }
}
