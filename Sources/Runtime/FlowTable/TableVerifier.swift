/// The second pass over a table: verifies every number that the interpreter relies on, and throws for the first fault.
struct TableVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer
    let codeStart: Int
    let recordStart: Int

    /// Verifies all sections, and returns the length of the longest list in a record.
    /// - Throws: ``TableError`` for the first fault.
    func verify() throws(TableError) -> Int {
        try verifyComb()
        try verifyColumn(view.fallback, count: view.states, below: view.fallbackRows + 1)
        var records = RecordVerifier(view: view, bytes: bytes, start: recordStart)
        var code = CodeVerifier(view: view, bytes: bytes, start: codeStart)
        try code.verify(records: &records)
        try verifyRecords(&records)
        try verifyBarredSets()
        try verifyNamesAndTypes()
        try LoopVerifier(view: view, edges: code.choiceEdges, requiring: code.requiringBlocks, offset: codeStart)
            .verify()
        return records.longestList
    }

    /// Returns the offset of a column's element from the start of the table.
    private func offset(of column: Column, _ index: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        return column.base - base + index * column.width
    }

    /// Verifies that the first `count` elements of a column are below `limit`.
    private func verifyColumn(_ column: Column, count: Int, below limit: Int) throws(TableError) {
        for index in 0..<count where column[index] >= limit {
            throw TableError(.badReference, at: offset(of: column, index))
        }
    }

    /// Verifies that each entry of the comb is empty, or leads from an existing event to an existing state or block.
    private func verifyComb() throws(TableError) {
        let limit = view.states + view.blocks
        // The event of an empty entry has all bits set.
        let empty =
            switch view.entryWidth {
            case 1: 0xFF
            case 2: 0xFFFF
            default: Int(clamping: UInt32.max)
            }
        // No event may have the number that marks an empty entry.
        guard view.events <= empty, let base = bytes.baseAddress else {
            throw TableError(.badDirectory, at: TableFormat.headerSize)
        }
        let halves = Column(base: view.comb, width: view.entryWidth)
        for index in 0..<view.combEntries {
            let event = halves[index * 2]
            if event == empty { continue }
            guard event < view.events, halves[index * 2 + 1] < limit else {
                throw TableError(.badReference, at: view.comb - base + index * 2 * view.entryWidth)
            }
        }
    }

    /// Verifies the records that states refer to, and the record of the flow's inputs.
    ///
    /// If a step, an end or the flow's start has no record, the offset is 0.
    private func verifyRecords(_ records: inout RecordVerifier) throws(TableError) {
        for index in 0..<view.presents where view.presentRecord[index] != 0 {
            try records.verify(.present, at: view.presentRecord[index])
        }
        for index in 0..<view.calls { try records.verify(.call, at: view.callRecord[index]) }
        for index in 0..<view.handlers { try records.verify(.handler, at: view.handlerRecord[index]) }
        for index in 0..<view.ends where view.endRecord[index] != 0 {
            try records.verify(.end, at: view.endRecord[index])
        }
        if view.startRecord != 0 { try records.verify(.start, at: view.startRecord) }
    }

    /// Verifies that each set of impossible replies is not empty, and that all of its bits stand for replies.
    private func verifyBarredSets() throws(TableError) {
        let sets = view.barredSetCount
        try verifyColumn(view.callBarred, count: view.calls, below: sets + 1)
        let size = TableFormat.barredSetBytes(challenges: view.challenges)
        for set in 0..<sets {
            let bits = UnsafeRawBufferPointer(start: view.barredSets + set * size, count: size)
            let isEmpty = bits.allSatisfy { $0 == 0 }
            // A set has a bit for success and one for each challenge. The bits above them must be clear.
            guard !isEmpty, (bits[size - 1] >> 1) >> UInt8(view.challenges % 8) == 0 else {
                throw TableError(.badReference, at: offset(of: Column(base: view.barredSets, width: size), set))
            }
        }
    }

    /// Verifies the columns that refer to strings and blocks, the types of slots, the patterns and the names of states.
    private func verifyNamesAndTypes() throws(TableError) {
        let ownEvents = view.hostEvents + view.challenges + view.errors + view.failures
        try verifyColumn(view.presentName, count: view.presents, below: view.strings)
        try verifyColumn(view.eventName, count: ownEvents, below: view.strings)
        if view.errorClass.width > 0 { try verifyColumn(view.errorClass, count: view.errors, below: view.strings) }
        try verifyColumn(view.classPairs, count: view.classes * 2, below: view.strings)
        try verifyColumn(view.slotName, count: view.slots, below: view.strings)
        try verifyColumn(view.choiceBlock, count: view.choices, below: view.blocks)
        for slot in 0..<view.slots
        where SlotType(rawValue: view.slotType.load(fromByteOffset: slot, as: UInt8.self)) == nil {
            throw TableError(.badReference, at: offset(of: Column(base: view.slotType, width: 1), slot))
        }
        // The machine sets the two slots of the pending error to any text.
        for slot in [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]
        where view.isSeconds(slot) || view.isInstant(slot) {
            throw TableError(.badReference, at: offset(of: Column(base: view.slotType, width: 1), slot))
        }
        try PatternVerifier(view: view, bytes: bytes).verify()
        try verifyStateNames()
    }

    #if hasFeature(Embedded)
        /// Does nothing, because embedded builds do not read the names of states.
        private func verifyStateNames() throws(TableError) {}
    #else
        /// Verifies that each state name is a string or an own name, and that the own names fill their section.
        private func verifyStateNames() throws(TableError) {
            guard let base = bytes.baseAddress, view.namedStates > 0 else { return }
            try verifyColumn(view.stateName, count: view.namedStates, below: view.strings + view.ownNameCount)
            var lengths = ByteReader(bytes, from: view.ownNames - base, to: bytes.count)
            var totalLength = 0
            for _ in 0..<view.ownNameCount { totalLength += try lengths.readVarint(below: bytes.count, .badText) }
            guard lengths.offset + totalLength == bytes.count else {
                throw TableError(.badDirectory, at: lengths.offset)
            }
            // Read the lengths again, now with the text of each name.
            var start = lengths.offset
            lengths.offset = view.ownNames - base
            for _ in 0..<view.ownNameCount {
                let next = start + (try lengths.readVarint(.badText))
                guard UTF8Check.isValid(bytes, from: start, to: next) else { throw TableError(.badText, at: start) }
                start = next
            }
        }
    #endif
}

/// A verifier of the automata of patterns.
///
/// An automaton begins with the number of states, the number of byte classes, and the class of each of the 256 bytes.
/// Then come the next state for each state and class, and one byte per state, which is 1 if the state accepts. State 0
/// is the start.
private struct PatternVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer

    /// Verifies the offsets and the automata of all patterns.
    /// - Throws: ``TableError`` for the first fault.
    func verify() throws(TableError) {
        guard let base = bytes.baseAddress else { return }
        let start = view.patternBytes - base
        for pattern in 0..<view.patterns {
            let from = view.patternOffset[pattern]
            let to = pattern + 1 < view.patterns ? view.patternOffset[pattern + 1] : size
            guard from <= to, to <= size else { throw TableError(.badReference, at: start + from) }
            try verifyAutomaton(from: start + from, to: start + to)
        }
    }

    /// The size of all automata in bytes. The column of state names follows them.
    private var size: Int { view.stateName.base - view.patternBytes }

    /// Verifies the automaton that occupies the table from offset `from` up to offset `to`.
    ///
    /// Every byte class and every next state must exist.
    private func verifyAutomaton(from: Int, to: Int) throws(TableError) {
        let countBytes = 2
        let byteValues = 256
        let classesStart = from + countBytes
        let transitionsStart = classesStart + byteValues
        guard to >= transitionsStart else { throw TableError(.badRecord, at: from) }
        let states = Int(bytes[from])
        let classes = Int(bytes[from + 1])
        let acceptsStart = transitionsStart + states * classes
        guard states > 0, classes > 0, to == acceptsStart + states else { throw TableError(.badRecord, at: from) }
        for index in classesStart..<transitionsStart where Int(bytes[index]) >= classes {
            throw TableError(.badRecord, at: index)
        }
        for index in transitionsStart..<acceptsStart where Int(bytes[index]) >= states {
            throw TableError(.badRecord, at: index)
        }
    }
}

/// Validation of UTF-8 (RFC 3629).
enum UTF8Check {
    /// Returns whether the bytes from `start` up to `end` are valid UTF-8.
    static func isValid(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Bool {
        var index = start
        while index < end {
            let first = bytes[index]
            if first < 0x80 {
                index += 1
                continue
            }
            guard let length = sequenceLength(first), index + length <= end else { return false }
            guard isSecondByte(bytes[index + 1], after: first) else { return false }
            // The other bytes are continuation bytes (10xxxxxx).
            for offset in 2..<length where bytes[index + offset] & 0xC0 != 0x80 { return false }
            index += length
        }
        return true
    }

    /// Returns the length in bytes of the sequence that starts with `first`, or nil if no non-ASCII sequence does.
    private static func sequenceLength(_ first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// Returns whether a byte can be the second of the sequence that starts with `first`.
    ///
    /// It must be a continuation byte, and must not make an overlong form, a surrogate, or a value above U+10FFFF.
    private static func isSecondByte(_ byte: UInt8, after first: UInt8) -> Bool {
        switch first {
        case 0xE0: byte >= 0xA0 && byte <= 0xBF
        case 0xED: byte >= 0x80 && byte <= 0x9F
        case 0xF0: byte >= 0x90 && byte <= 0xBF
        case 0xF4: byte >= 0x80 && byte <= 0x8F
        default: byte >= 0x80 && byte <= 0xBF
        }
    }
}
