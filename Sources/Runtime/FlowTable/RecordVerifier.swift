/// A verifier of records, which takes linear time. Every function throws a ``TableError`` if a check fails.
struct RecordVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer
    /// The offset of the records from the start of the table.
    let start: Int
    /// By offset in the records: 1 + the kind of the verified record that starts there.
    ///
    /// The other bytes of a verified record are ``inside``, and the bytes outside verified records are 0.
    private var verified: [UInt8]

    /// The length of the longest list in a verified record.
    private(set) var longestList = 0

    /// Marks a byte of a record other than the first.
    private static var inside: UInt8 { .max }

    /// Creates a verifier for the records that start at offset `start` of a table.
    init(view: TableView, bytes: UnsafeRawBufferPointer, start: Int) {
        self.view = view
        self.bytes = bytes
        self.start = start
        verified = [UInt8](repeating: 0, count: view.recordBytes)
    }

    /// Verifies the record of this kind at `offset`, counted from the start of the records.
    ///
    /// For a call, also verifies the record of the reply. A record that was verified before as the same kind is not
    /// verified again.
    /// - Throws: ``TableError`` if the record is not valid, or overlaps another record.
    mutating func verify(_ kind: RecordKind, at offset: Int) throws(TableError) {
        guard offset >= 0, offset < view.recordBytes else { throw TableError(.badReference, at: start + offset) }
        let mark = kind.rawValue + 1
        if verified[offset] == mark { return }
        guard verified[offset] == 0 else { throw TableError(.badRecord, at: start + offset) }
        verified[offset] = mark
        var reader = ByteReader(bytes, from: start + offset, to: start + view.recordBytes)
        let reply = try verifyContents(of: kind, &reader)
        longestList = max(longestList, reader.longestList)
        // A record has at least one byte. Claim the others, so that no other record can contain them.
        for index in (offset + 1)..<(reader.offset - start) {
            guard verified[index] == 0 else { throw TableError(.badRecord, at: start + index) }
            verified[index] = Self.inside
        }
        if let reply { try verify(.reply, at: reply) }
    }

    /// Verifies the contents of a record of this kind, and moves the reader to the end of the record.
    /// - Returns: the offset of the reply's record for a call, otherwise nil.
    private func verifyContents(of kind: RecordKind, _ reader: inout ByteReader) throws(TableError) -> Int? {
        switch kind {
        case .present: try verifyPresent(&reader)
        case .call: return try verifyCall(&reader)
        case .reply: try verifyReply(&reader)
        case .handler: try verifyHandler(&reader)
        case .end:
            try verifyString(&reader)
            try verifyString(&reader)
            try verifyList(&reader, verifyShow)
        case .notify:
            try verifyString(&reader)
            try verifyList(&reader, verifyShow)
        case .start: try verifyList(&reader, verifyAsk)
        }
        return nil
    }

    /// Verifies the record of a step: its time limit, its deadlines, its shows and its asks.
    private func verifyPresent(_ reader: inout ByteReader) throws(TableError) {
        let kind = try reader.readVarint(below: 2 * TableFormat.deadlines, .badRecord)
        switch kind % TableFormat.deadlines {
        case TableFormat.limitInSeconds:
            let place = reader.offset
            guard SlotType.allSeconds.contains(try reader.readVarint(.badRecord)) else {
                throw TableError(.badRecord, at: place)
            }
        case TableFormat.limitInSlot: try verifySecondsSlot(&reader)
        default: break
        }
        if kind >= TableFormat.deadlines { try verifyList(&reader, verifyDeadline) }
        try verifyList(&reader, verifyShow)
        try verifyList(&reader, verifyAsk)
    }

    /// Verifies a deadline: the slot that holds its end, and the event that it raises.
    private func verifyDeadline(_ reader: inout ByteReader) throws(TableError) {
        let place = reader.offset
        guard view.isInstant(try reader.readVarint(below: view.slots, .badReference)) else {
            throw TableError(.badReference, at: place)
        }
        _ = try reader.readVarint(below: view.hostEvents, .badReference)
    }

    /// Verifies the record of a call: its operation and its inputs, but not the record of its reply.
    /// - Returns: the offset of the reply's record.
    private func verifyCall(_ reader: inout ByteReader) throws(TableError) -> Int {
        try verifyString(&reader)
        try verifyList(&reader) { (reader) throws(TableError) in
            try verifyPath(&reader)
            try verifyInput(&reader)
        }
        return try reader.readVarint(.badRecord)
    }

    /// Verifies the record of a reply: its two paths, and its outputs.
    private func verifyReply(_ reader: inout ByteReader) throws(TableError) {
        try verifyPath(&reader)
        try verifyPath(&reader)
        try verifyList(&reader) { (reader) throws(TableError) in
            try verifyAssignedSlot(&reader)
            try verifyPath(&reader)
            // The encoding.
            _ = try reader.readVarint(below: OutputEncoding.allCases.count, .badRecord)
            let flags = try reader.readVarint(below: OutputFlag.bound, .badRecord)
            if flags & OutputFlag.prefix != 0 { try verifyString(&reader) }
            if flags & OutputFlag.demand != 0 { try verifyReplies(&reader) }
            if flags & OutputFlag.reading != 0 { try verifyReplies(&reader) }
        }
    }

    /// Verifies a set of replies: its flags, and the list of the challenges that it names.
    private func verifyReplies(_ reader: inout ByteReader) throws(TableError) {
        let flags = try reader.readVarint(below: ReplyFlag.bound, .badRecord)
        if flags & ReplyFlag.named != 0 { try verifyList(&reader, verifyString) }
    }

    /// Verifies the record of a handler's call: its name, its inputs and its outputs.
    private func verifyHandler(_ reader: inout ByteReader) throws(TableError) {
        try verifyString(&reader)
        try verifyList(&reader) { (reader) throws(TableError) in
            try verifyString(&reader)
            try verifySource(&reader)
        }
        try verifyList(&reader) { (reader) throws(TableError) in
            try verifyString(&reader)
            try verifyAssignedSlot(&reader)
            // The only flag of a handler's output is `required`.
            _ = try reader.readVarint(below: OutputFlag.required + 1, .badRecord)
        }
    }

    /// Verifies a shown value: its name and its source.
    private func verifyShow(_ reader: inout ByteReader) throws(TableError) {
        try verifyString(&reader)
        try verifySource(&reader)
    }

    /// Verifies an ask: its name, its slot, its flags and their operands.
    ///
    /// If the slot has type `seconds`, the fallback must be a number of seconds. No other ask can store the selected
    /// word in a slot of type `seconds`.
    private func verifyAsk(_ reader: inout ByteReader) throws(TableError) {
        try verifyString(&reader)
        let isSeconds = view.isSeconds(try verifyAssignedSlot(&reader))
        let flags = AskFlags(bits: try reader.readVarint(below: AskFlags.bound, .badRecord))
        for flag in AskFlag.allCases where flags[flag] {
            let place = reader.offset
            switch flag.operand {
            case .number: _ = try reader.readVarint(.badRecord)
            case .strings: try verifyList(&reader, verifyString)
            case .slot: try verifySlot(&reader)
            case .slotOfSameType:
                let slot = try verifyAssignedSlot(&reader)
                guard isSeconds || !view.isSeconds(slot) else { throw TableError(.badRecord, at: place) }
            case .pattern: _ = try reader.readVarint(below: view.patterns, .badReference)
            case .value:
                let value = try reader.readVarint(below: view.strings, .badReference)
                guard !isSeconds || view.isNumberOfSeconds(value) else { throw TableError(.badRecord, at: place) }
            case nil: break
            }
        }
    }

    /// Verifies a source that must not have an encoding. Only the inputs of requests have one.
    private func verifySource(_ reader: inout ByteReader) throws(TableError) {
        _ = try verifySource(&reader, below: SourceFlag.encoded)
    }

    /// Verifies a source whose flags must be below `bound`.
    /// - Returns: the flags of the source.
    private func verifySource(_ reader: inout ByteReader, below bound: Int) throws(TableError) -> Int {
        let flags = try reader.readVarint(below: bound, .badRecord)
        if flags & SourceFlag.literal != 0 { try verifyString(&reader) } else { try verifySlot(&reader) }
        if flags & SourceFlag.otherwise != 0 { try verifySlot(&reader) }
        return flags
    }

    /// Verifies the source, the encoding and the prefix of a request's input.
    private func verifyInput(_ reader: inout ByteReader) throws(TableError) {
        guard try verifySource(&reader, below: SourceFlag.bound) & SourceFlag.encoded != 0 else { return }
        // The number is twice the encoding, plus one if a prefix follows.
        let encoding = try reader.readVarint(below: 2 * InputEncoding.allCases.count, .badRecord)
        if encoding & 1 != 0 { try verifyString(&reader) }
    }

    /// Verifies the index of a string.
    private func verifyString(_ reader: inout ByteReader) throws(TableError) {
        _ = try reader.readVarint(below: view.strings, .badReference)
    }

    /// Verifies the length and the names of a path.
    private func verifyPath(_ reader: inout ByteReader) throws(TableError) {
        let count = try reader.readVarint(below: TableFormat.maximumPathLength + 1, .badRecord)
        for _ in 0..<count { try verifyString(&reader) }
    }

    /// Verifies the number of a slot that must have type `seconds`.
    private func verifySecondsSlot(_ reader: inout ByteReader) throws(TableError) {
        let place = reader.offset
        guard view.isSeconds(try reader.readVarint(below: view.slots, .badReference)) else {
            throw TableError(.badReference, at: place)
        }
    }

    /// Verifies the number of a slot that stores an answer, an output or a selected word.
    ///
    /// The slot must not have type `instant`, because only the instruction `begin` sets the end of a deadline.
    /// - Returns: the number of the slot.
    @discardableResult
    private func verifyAssignedSlot(_ reader: inout ByteReader) throws(TableError) -> Int {
        let place = reader.offset
        let slot = try reader.readVarint(below: view.slots, .badReference)
        guard !view.isInstant(slot) else { throw TableError(.badReference, at: place) }
        return slot
    }

    /// Verifies the number of a slot.
    private func verifySlot(_ reader: inout ByteReader) throws(TableError) {
        _ = try reader.readVarint(below: view.slots, .badReference)
    }

    /// Verifies the count of a list, updates the length of the longest list, and calls `verifyElement` per element.
    private func verifyList(
        _ reader: inout ByteReader, _ verifyElement: (inout ByteReader) throws(TableError) -> Void
    ) throws(TableError) {
        let count = try reader.readVarint(.badRecord)
        guard count <= reader.end - reader.offset else { throw TableError(.badRecord, at: reader.offset) }
        reader.longestList = max(reader.longestList, count)
        for _ in 0..<count { try verifyElement(&reader) }
    }
}
