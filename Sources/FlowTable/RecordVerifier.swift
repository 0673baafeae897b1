/// Verifies records, each only once. Since records must not overlap, this takes linear time.
struct RecordVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer
    /// The offset of the records from the start of the table.
    let start: Int
    /// By offset: 1 + the kind of the record that starts there, ``inside``, or 0.
    private var verified: [UInt8]

    /// The length of the longest list in a record.
    private(set) var longestList = 0

    /// Marks a byte of a record other than the first.
    private static var inside: UInt8 { .max }

    /// Creates a verifier that has not verified any record.
    init(view: TableView, bytes: UnsafeRawBufferPointer, start: Int) {
        self.view = view
        self.bytes = bytes
        self.start = start
        verified = [UInt8](repeating: 0, count: view.recordBytes)
    }

    /// Verifies the record of `kind` at `offset`, and the reply's record that a call refers to.
    mutating func verify(_ kind: RecordKind, at offset: Int) throws(TableError) {
        guard offset >= 0, offset < view.recordBytes else { throw TableError(.badReference, at: start + offset) }
        if verified[offset] == kind.rawValue + 1 { return }
        guard verified[offset] == 0 else { throw TableError(.badRecord, at: start + offset) }
        verified[offset] = kind.rawValue + 1
        var reader = ByteReader(bytes, from: start + offset, to: start + view.recordBytes)
        let reply = try verifyContents(of: kind, &reader)
        longestList = max(longestList, reader.longestList)
        for index in (offset + 1)..<max(reader.offset - start, offset + 1) {
            guard verified[index] == 0 else { throw TableError(.badRecord, at: start + index) }
            verified[index] = Self.inside
        }
        if let reply { try verify(.reply, at: reply) }
    }

    /// Verifies what a record of `kind` contains.
    /// - Returns: for a call, the offset of the reply's record; otherwise nil.
    private func verifyContents(of kind: RecordKind, _ reader: inout ByteReader) throws(TableError) -> Int? {
        switch kind {
        case .present: try verifyPresent(&reader)
        case .call: return try verifyCall(&reader)
        case .reply: try verifyReply(&reader)
        case .handler: try verifyHandler(&reader)
        case .end:
            try string(&reader)
            try string(&reader)
            try list(&reader, show)
        case .notify:
            try string(&reader)
            try list(&reader, show)
        case .start: try list(&reader, ask)
        }
        return nil
    }

    /// Verifies the record of a step.
    private func verifyPresent(_ reader: inout ByteReader) throws(TableError) {
        let kind = try reader.varint(below: 6, .badRecord)
        switch kind % 3 {
        case 1:
            let place = reader.offset
            guard SlotType.allSeconds.contains(try reader.varint(.badRecord)) else {
                throw TableError(.badRecord, at: place)
            }
        case 2: try seconds(&reader)
        default: break
        }
        if kind >= TableFormat.deadlines { try list(&reader, deadline) }
        try list(&reader, show)
        try list(&reader, ask)
    }

    /// Verifies a deadline: the slot that holds its end, and the event that it raises.
    private func deadline(_ reader: inout ByteReader) throws(TableError) {
        let place = reader.offset
        guard view.isInstant(try reader.varint(below: view.slots, .badReference)) else {
            throw TableError(.badReference, at: place)
        }
        _ = try reader.varint(below: view.hostEvents, .badReference)
    }

    /// Verifies a call up to its reply.
    /// - Returns: the offset of the reply's record.
    private func verifyCall(_ reader: inout ByteReader) throws(TableError) -> Int {
        try string(&reader)
        try list(&reader) { (reader) throws(TableError) in
            try path(&reader)
            try input(&reader)
        }
        return try reader.varint(.badRecord)
    }

    /// Verifies the record of a reply.
    private func verifyReply(_ reader: inout ByteReader) throws(TableError) {
        try path(&reader)
        try path(&reader)
        try list(&reader) { (reader) throws(TableError) in
            try assignedSlot(&reader)
            try path(&reader)
            _ = try reader.varint(below: OutputEncoding.allCases.count, .badRecord)
            let flags = try reader.varint(below: 16, .badRecord)
            if flags & OutputFlag.prefix != 0 { try string(&reader) }
            if flags & OutputFlag.demand != 0 { try replies(&reader) }
            if flags & OutputFlag.reading != 0 { try replies(&reader) }
        }
    }

    /// Verifies a set of replies.
    private func replies(_ reader: inout ByteReader) throws(TableError) {
        if try reader.varint(below: 8, .badRecord) & ReplyFlag.named != 0 { try list(&reader, string) }
    }

    /// Verifies the record of a handler's use.
    private func verifyHandler(_ reader: inout ByteReader) throws(TableError) {
        try string(&reader)
        try list(&reader) { (reader) throws(TableError) in
            try string(&reader)
            try source(&reader)
        }
        try list(&reader) { (reader) throws(TableError) in
            try string(&reader)
            try assignedSlot(&reader)
            _ = try reader.varint(below: 2, .badRecord)
        }
    }

    /// Verifies a shown value.
    private func show(_ reader: inout ByteReader) throws(TableError) {
        try string(&reader)
        try source(&reader)
    }

    /// Verifies an ask. If its slot has type `seconds`, its fallback must be a number of seconds.
    private func ask(_ reader: inout ByteReader) throws(TableError) {
        try string(&reader)
        let isSeconds = view.isSeconds(try assignedSlot(&reader))
        let flags = try reader.varint(below: 1024, .badRecord)
        if flags & AskFlag.length != 0 { _ = try reader.varint(.badRecord) }
        if flags & AskFlag.words != 0 { try list(&reader, string) }
        if flags & AskFlag.offered != 0 { try slot(&reader) }
        if flags & AskFlag.meant != 0 {
            let place = reader.offset
            let meant = try assignedSlot(&reader)
            guard isSeconds || !view.isSeconds(meant) else { throw TableError(.badRecord, at: place) }
        }
        if flags & AskFlag.pattern != 0 { _ = try reader.varint(below: view.patterns, .badReference) }
        guard flags & AskFlag.fallback != 0 else { return }
        let place = reader.offset
        let fallback = try reader.varint(below: view.strings, .badReference)
        guard !isSeconds || view.isNumberOfSeconds(fallback) else { throw TableError(.badRecord, at: place) }
    }

    private func source(_ reader: inout ByteReader) throws(TableError) { _ = try source(&reader, below: 32) }

    /// Verifies a source whose flags are below `bound`.
    /// - Returns: the flags.
    private func source(_ reader: inout ByteReader, below bound: Int) throws(TableError) -> Int {
        let flags = try reader.varint(below: bound, .badRecord)
        if flags & SourceFlag.literal != 0 { try string(&reader) } else { try slot(&reader) }
        if flags & SourceFlag.otherwise != 0 { try slot(&reader) }
        return flags
    }

    /// Verifies the source and the encoding of a request's input.
    private func input(_ reader: inout ByteReader) throws(TableError) {
        guard try source(&reader, below: 64) & SourceFlag.spelled != 0 else { return }
        if try reader.varint(below: 2 * InputSpelling.allCases.count, .badRecord) & 1 != 0 { try string(&reader) }
    }

    private func string(_ reader: inout ByteReader) throws(TableError) {
        _ = try reader.varint(below: view.strings, .badReference)
    }

    private func path(_ reader: inout ByteReader) throws(TableError) {
        let count = try reader.varint(below: TableFormat.maximumPathLength + 1, .badRecord)
        for _ in 0..<count { try string(&reader) }
    }

    /// Verifies a slot that holds a number of seconds.
    private func seconds(_ reader: inout ByteReader) throws(TableError) {
        let place = reader.offset
        guard view.isSeconds(try reader.varint(below: view.slots, .badReference)) else {
            throw TableError(.badReference, at: place)
        }
    }

    /// Verifies a slot that an answer, a reply or a handler's result is stored in. It must not hold a deadline's end.
    /// - Returns: the slot.
    @discardableResult
    private func assignedSlot(_ reader: inout ByteReader) throws(TableError) -> Int {
        let place = reader.offset
        let slot = try reader.varint(below: view.slots, .badReference)
        guard !view.isInstant(slot) else { throw TableError(.badReference, at: place) }
        return slot
    }

    private func slot(_ reader: inout ByteReader) throws(TableError) {
        _ = try reader.varint(below: view.slots, .badReference)
    }

    /// Verifies a list, and each of its elements with `element`.
    private func list(
        _ reader: inout ByteReader, _ element: (inout ByteReader) throws(TableError) -> Void
    ) throws(TableError) {
        let count = try reader.varint(.badRecord)
        guard count <= reader.end - reader.offset else { throw TableError(.badRecord, at: reader.offset) }
        reader.longestList = max(reader.longestList, count)
        for _ in 0..<count { try element(&reader) }
    }
}
