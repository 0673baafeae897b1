package import FlowChecks
import FlowIR
import FlowTable

/// Writes a verified flow as a transition table in ``TableFormat``.
///
/// The same flow and options always result in the same bytes.
package enum TableWriter {
    /// Returns the bytes of a flow's table.
    ///
    /// - Throws: ``TableLimit`` if the flow exceeds a limit of the format
    package static func write(
        _ verified: VerifiedFlow, options: EmitOptions = EmitOptions()
    ) throws(TableLimit) -> [UInt8] {
        try checkCounts(verified.flow)
        var encoder = FlowEncoder(verified.flow, options: options)
        try EncodedStates.collectStrings(&encoder)
        // In the first pass, only the strings that the initializer adds matter.
        _ = EncodedNames(&encoder)
        encoder.restart()
        let states = try EncodedStates(&encoder)
        var names = EncodedNames(&encoder)
        if options.includesNames { names.encodeStateNames(of: encoder) }
        return try assemble(encoder, states, names)
    }

    /// Throws ``TableLimit`` if the flow violates a limit of the format that does not depend on the encoding.
    private static func checkCounts(_ flow: LoweredFlow) throws(TableLimit) {
        if flow.states.isEmpty { throw TableLimit(.noStates, count: 0, maximum: 1) }
        let errorSlots = TableFormat.errorMessageSlot + 1
        if flow.slots.count < errorSlots {
            throw TableLimit(.errorSlots, count: flow.slots.count, maximum: errorSlots)
        }
        try check(.counters, count: flow.counters.count, maximum: TableFormat.maximumCounters)
        try check(.slots, count: flow.slots.count, maximum: ByteWriter.greatestNumber)
        for pattern in flow.patterns {
            // The format stores each of these counts in one byte.
            try check(.patternStates, count: pattern.accepts.count, maximum: Int(UInt8.max))
            try check(.patternClasses, count: pattern.classCount, maximum: Int(UInt8.max))
        }
    }

    /// Throws a ``TableLimit`` of this kind if `count` exceeds `maximum`.
    private static func check(_ kind: TableLimit.Kind, count: Int, maximum: Int) throws(TableLimit) {
        if count > maximum { throw TableLimit(kind, count: count, maximum: maximum) }
    }

    /// Returns the bytes of a table with all sections in the order of ``TableFormat``.
    ///
    /// - Throws: ``TableLimit`` if a section or the whole table exceeds a limit of the format
    private static func assemble(
        _ encoder: FlowEncoder, _ states: EncodedStates, _ names: EncodedNames
    ) throws(TableLimit) -> [UInt8] {
        let targets = encoder.flow.states.count + encoder.code.offsets.count
        let width = try entryWidth(events: TableFormat.firstOwnEvent + encoder.flow.events.count, targets: targets)
        let rows = RowLayout(states.rows, reader: RowReader(encoder.flow.events), entryWidth: width)
        var body = ByteWriter()
        for string in encoder.strings.strings { try body.appendVarint(string.count) }
        for string in encoder.strings.strings { body.append(string) }
        rows.write(entryWidth: width, to: &body)
        states.write(encoder, to: &body)
        try names.write(stringCount: encoder.strings.strings.count, to: &body)
        var fields = DirectoryFields()
        states.setFields(&fields)
        rows.setFields(&fields)
        names.setFields(&fields)
        encoder.setFields(&fields)
        fields[.entryWidth] = width
        return try fields.table(body: body.bytes)
    }

    /// Returns the width in bytes of the event and of the target in an entry of the comb.
    ///
    /// A free entry has all bits of its event set, so no event may have that number.
    ///
    /// - Throws: ``TableLimit`` if there are more events or targets than the format allows
    private static func entryWidth(events: Int, targets: Int) throws(TableLimit) -> Int {
        if events <= Int(UInt8.max), targets <= Int(UInt8.max) + 1 { return 1 }
        if events <= Int(UInt16.max), targets <= Int(UInt16.max) + 1 { return 2 }
        try check(.events, count: events, maximum: ByteWriter.greatestNumber)
        try check(.states, count: targets, maximum: ByteWriter.greatestNumber)
        return 4
    }
}

/// Optional contents of a table.
package struct EmitOptions: Sendable, Hashable {
    /// Whether to write the names of the states, for traces and disassemblies.
    package var includesNames: Bool
    /// Whether to mark source transitions in the code, for coverage.
    package var includesMarks: Bool

    /// Creates options for a table. By default, the table contains names but no marks.
    package init(includesNames: Bool = true, includesMarks: Bool = false) {
        self.includesNames = includesNames
        self.includesMarks = includesMarks
    }
}

/// The values of the fields in a table's directory.
struct DirectoryFields {
    private var values = [Int](repeating: 0, count: DirectoryField.allCases.count)

    subscript(field: DirectoryField) -> Int {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Returns the bytes of the whole table: the header, the directory with these values, and `body`.
    ///
    /// - Throws: ``TableLimit`` if a field or the whole table is too large for the format
    func table(body: [UInt8]) throws(TableLimit) -> [UInt8] {
        var contents = ByteWriter()
        for value in values {
            try Self.checkSize(value)
            try contents.appendVarint(value)
        }
        contents.append(body)
        let size = TableFormat.headerSize + contents.bytes.count
        try Self.checkSize(size)
        // The checksum covers all bytes from the table's length on.
        var checksummed = ByteWriter()
        checksummed.appendFixed(size, width: 4)
        checksummed.append(contents.bytes)
        var table = ByteWriter()
        table.append(TableFormat.magic)
        table.appendFixed(Int(TableFormat.version), width: 2)
        table.appendFixed(self[.ownNames] > 0 ? Int(TableFormat.flagNames) : 0, width: 2)
        table.appendFixed(Int(checksummed.bytes.withUnsafeBytes { Checksum.of($0, from: 0) }), width: 4)
        table.append(checksummed.bytes)
        return table.bytes
    }

    /// Throws ``TableLimit`` if a count or a size exceeds the largest variable-length integer.
    private static func checkSize(_ size: Int) throws(TableLimit) {
        if size > ByteWriter.greatestNumber {
            throw TableLimit(.size, count: size, maximum: ByteWriter.greatestNumber)
        }
    }
}
