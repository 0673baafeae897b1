/// The offsets of a table's sections, computed from the directory. Placing a section throws if the table is too short.
struct SectionLayout {
    let bytes: UnsafeRawBufferPointer
    /// The offset of the next section from the start of the table.
    var offset: Int
    /// The values of the directory's fields.
    let fields: [Int]
    /// The offsets of the code and of the records from the start of the table.
    var codeStart = 0
    var recordStart = 0
    /// The start of every section, and the end of the last.
    var parts: [Int] = []
    /// The offset of the first string's bytes.
    private var stringStart = 0

    /// Creates a layout whose first section starts at `offset`, after the directory.
    init(bytes: UnsafeRawBufferPointer, offset: Int, fields: [Int]) {
        self.bytes = bytes
        self.offset = offset
        self.fields = fields
        // A table has fewer sections than this.
        parts.reserveCapacity(30)
    }

    private func field(_ name: DirectoryField) -> Int { fields[name.rawValue] }

    /// Places the next section, which has `count` bytes, and returns its address.
    /// - Throws: ``TableError`` if the table is too short.
    private mutating func place(_ count: Int) throws(TableError) -> UnsafeRawPointer {
        guard let base = bytes.baseAddress, count >= 0, count <= bytes.count - offset else {
            throw TableError(.badDirectory, at: offset)
        }
        defer { offset += count }
        parts.append(offset)
        return base + offset
    }

    /// Places the next section, and returns it as a column of `count` indices into `targets` elements.
    private mutating func placeColumn(_ count: Int, pointingAt targets: Int) throws(TableError) -> Column {
        let width = count == 0 ? 0 : TableFormat.width(forCount: targets)
        return Column(base: try place(count * width), width: width)
    }

    /// Places the lengths and the bytes of all strings, and checks that each string is valid UTF-8.
    /// - Returns: the start of each string, and the end of the last. The caller must deallocate the memory.
    /// - Throws: ``TableError`` for the first fault.
    mutating func placeStrings() throws(TableError) -> UnsafeMutablePointer<UInt32> {
        let count = field(.strings)
        guard count <= bytes.count else { throw TableError(.badDirectory, at: offset) }
        parts.append(offset)
        var reader = ByteReader(bytes, from: offset, to: bytes.count)
        let offsets = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
        do throws(TableError) {
            var position = 0
            for index in 0..<count {
                offsets[index] = UInt32(position)
                position += try reader.readVarint(.badText)
                if position > bytes.count { throw TableError(.badText, at: reader.offset) }
            }
            offsets[count] = UInt32(position)
            offset = reader.offset
            guard position == field(.stringBytes) else { throw TableError(.badDirectory, at: offset) }
            stringStart = offset
            _ = try place(position)
            try checkText(offsets, count: count)
        } catch {
            offsets.deallocate()
            throw error
        }
        return offsets
    }

    /// Checks that each string is valid UTF-8 by itself.
    private func checkText(_ offsets: UnsafeMutablePointer<UInt32>, count: Int) throws(TableError) {
        for index in 0..<count {
            let start = stringStart + Int(offsets[index])
            let end = stringStart + Int(offsets[index + 1])
            guard UTF8Check.isValid(bytes, from: start, to: end) else { throw TableError(.badText, at: start) }
        }
    }

    /// Places all sections after the strings, and returns a view of them with the counts of the directory.
    /// - Throws: ``TableError`` if the sections do not fill the table exactly.
    mutating func placeColumns(stringOffsets: UnsafeMutablePointer<UInt32>) throws(TableError) -> TableView {
        let states = field(.presents) + field(.calls) + field(.handlers) + field(.choices) + field(.ends)
        let ownEvents = field(.hostEvents) + field(.challenges) + field(.errors) + field(.failures)
        let records = field(.recordBytes)
        let strings = field(.strings)
        // These bounds keep the sizes of the columns in range.
        guard let base = bytes.baseAddress, states <= bytes.count * 2, ownEvents <= bytes.count,
            field(.combEntries) <= bytes.count
        else { throw TableError(.badDirectory, at: TableFormat.headerSize) }
        let rows = try placeRows(states: states)
        let blockOffset = try placeColumn(field(.blocks), pointingAt: field(.codeBytes))
        codeStart = offset
        let code = try place(field(.codeBytes))
        let presentName = try placeColumn(field(.presents), pointingAt: strings)
        let presentRecord = try placeColumn(field(.presents), pointingAt: records)
        let callRecord = try placeColumn(field(.calls), pointingAt: records)
        let handlerRecord = try placeColumn(field(.handlers), pointingAt: records)
        let choiceBlock = try placeColumn(field(.choices), pointingAt: field(.blocks))
        let endRecord = try placeColumn(field(.ends), pointingAt: records)
        let barred = try placeBarredSets()
        recordStart = offset
        let recordBase = try place(records)
        let eventName = try placeColumn(ownEvents, pointingAt: strings)
        let errorClass = try placeColumn(field(.errorClasses), pointingAt: strings)
        let classPairs = try placeColumn(field(.classes) * 2, pointingAt: strings)
        let slotType = try place(field(.slots))
        let slotName = try placeColumn(field(.slots), pointingAt: strings)
        let patternOffset = try placeColumn(field(.patterns), pointingAt: field(.patternBytes))
        let patternBytes = try place(field(.patternBytes))
        let names = try placeStateNames(states: states)
        parts.append(offset)
        guard offset == bytes.count else { throw TableError(.badDirectory, at: offset) }
        var view = TableView(
            stringBytes: base + stringStart, stringOffsets: UnsafePointer(stringOffsets), rowBase: rows.base,
            fallback: rows.fallback, fallbackBase: rows.fallbackBase, comb: rows.comb, blockOffset: blockOffset,
            code: code, presentName: presentName, presentRecord: presentRecord, callRecord: callRecord,
            handlerRecord: handlerRecord, choiceBlock: choiceBlock, endRecord: endRecord,
            callBarred: barred.ofCall, barredSets: barred.sets, records: recordBase, eventName: eventName,
            errorClass: errorClass, classPairs: classPairs, slotType: slotType, slotName: slotName,
            patternOffset: patternOffset, patternBytes: patternBytes, stateName: names.ofState, ownNames: names.own
        )
        setCounts(&view, states: states)
        return view
    }

    /// Places the rows: the start of each state's row, its fallback row, the start of each fallback row, and the comb.
    private mutating func placeRows(
        states: Int
    ) throws(TableError) -> (base: Column, fallback: Column, fallbackBase: Column, comb: UnsafeRawPointer) {
        let entries = field(.combEntries)
        let base = try placeColumn(states, pointingAt: entries)
        let fallback = try placeColumn(states, pointingAt: TableFormat.targets(orNoneOf: field(.fallbackRows)))
        let fallbackBase = try placeColumn(field(.fallbackRows), pointingAt: entries)
        return (base, fallback, fallbackBase, try place(entries * 2 * field(.entryWidth)))
    }

    /// Places the impossible replies: a column with the set of each call, and then the sets.
    private mutating func placeBarredSets() throws(TableError) -> (ofCall: Column, sets: UnsafeRawPointer) {
        let count = field(.barredSets)
        let ofCall = try placeColumn(field(.calls), pointingAt: TableFormat.targets(orNoneOf: count))
        let setBytes = TableFormat.barredSetBytes(challenges: field(.challenges))
        guard count <= bytes.count / setBytes else { throw TableError(.badDirectory, at: offset) }
        return (ofCall, try place(count * setBytes))
    }

    /// Places the column of state names, and then the own names, which fill the rest of the table.
    ///
    /// An own name is a state name that equals no other string, so it is not among the strings. Embedded builds do not
    /// read state names: one section covers the column and the own names.
    private mutating func placeStateNames(
        states: Int
    ) throws(TableError) -> (ofState: Column, own: UnsafeRawPointer) {
        let hasNames = field(.ownNames) != 0
        #if hasFeature(Embedded)
            let names = try place(hasNames ? bytes.count - offset : 0)
            return (Column(base: names, width: 0), names)
        #else
            // The field is 1 + the number of own names.
            let nameCount = field(.strings) + field(.ownNames) - 1
            let ofState = try placeColumn(hasNames ? states : 0, pointingAt: nameCount)
            return (ofState, try place(hasNames ? bytes.count - offset : 0))
        #endif
    }

    /// Sets the counts of a view, and the numbers that follow from them, from the fields of the directory.
    private func setCounts(_ view: inout TableView, states: Int) {
        view.presents = field(.presents)
        view.calls = field(.calls)
        view.handlers = field(.handlers)
        view.choices = field(.choices)
        view.ends = field(.ends)
        view.states = states
        view.firstCall = view.presents
        view.firstHandler = view.firstCall + view.calls
        view.firstChoice = view.firstHandler + view.handlers
        view.firstEnd = view.firstChoice + view.choices
        view.hostEvents = field(.hostEvents)
        view.challenges = field(.challenges)
        view.barredSetCount = field(.barredSets)
        view.errors = field(.errors)
        view.failures = field(.failures)
        view.firstChallenge = TableFormat.firstOwnEvent + view.hostEvents
        view.firstError = view.firstChallenge + view.challenges
        view.firstFailure = view.firstError + view.errors
        view.events = view.firstFailure + view.failures
        view.slots = field(.slots)
        view.counters = field(.counters)
        view.strings = field(.strings)
        view.combEntries = field(.combEntries)
        view.entryWidth = field(.entryWidth)
        view.fallbackRows = field(.fallbackRows)
        view.blocks = field(.blocks)
        view.codeBytes = field(.codeBytes)
        view.recordBytes = field(.recordBytes)
        view.startRecord = field(.startRecord)
        view.initialState = field(.initialState)
        view.name = field(.name)
        view.version = field(.version)
        view.classes = field(.classes)
        view.patterns = field(.patterns)
        #if !hasFeature(Embedded)
            view.namedStates = field(.ownNames) == 0 ? 0 : states
            view.ownNameCount = max(field(.ownNames) - 1, 0)
        #endif
    }
}

/// The first pass over a table: checks the header, the directory and the strings, and locates every section.
struct TableLayout {
    var view: TableView
    /// The start of each string, and the end of the last. The caller of the initializer owns the memory.
    let stringOffsets: UnsafeMutablePointer<UInt32>
    let codeStart: Int
    let recordStart: Int
    /// The start of every section in order, and the end of the last.
    let parts: [Int]

    /// Checks the header, the directory and the strings of a table, and locates its sections.
    /// - Throws: ``TableError`` for the first fault.
    init(_ bytes: UnsafeRawBufferPointer) throws(TableError) {
        try Self.checkHeader(bytes)
        var reader = ByteReader(bytes, from: TableFormat.headerSize, to: bytes.count)
        var fields = [Int](repeating: 0, count: DirectoryField.allCases.count)
        for index in fields.indices {
            // A table never counts more than two elements per byte. This bound keeps every later sum in range.
            fields[index] = try reader.readVarint(below: 2 * bytes.count, .badDirectory)
        }
        let flags = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: TableFormat.flagsOffset, as: UInt16.self))
        try Self.checkDirectory(fields, flags: flags, at: reader.offset)
        var layout = SectionLayout(bytes: bytes, offset: reader.offset, fields: fields)
        let offsets = try layout.placeStrings()
        do throws(TableError) {
            view = try layout.placeColumns(stringOffsets: offsets)
        } catch {
            offsets.deallocate()
            throw error
        }
        stringOffsets = offsets
        codeStart = layout.codeStart
        recordStart = layout.recordStart
        parts = layout.parts
    }

    /// Checks the magic number, the version, the length, the checksum and the flags.
    private static func checkHeader(_ bytes: UnsafeRawBufferPointer) throws(TableError) {
        let magic = TableFormat.magic
        guard bytes.count >= magic.count, bytes[0] == magic[0], bytes[1] == magic[1], bytes[2] == magic[2],
            bytes[3] == magic[3]
        else { throw TableError(.notATable, at: 0) }
        guard bytes.count >= TableFormat.headerSize else { throw TableError(.wrongLength, at: bytes.count) }
        let versionOffset = TableFormat.versionOffset
        let version = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: versionOffset, as: UInt16.self))
        guard version >= TableFormat.oldestReadableVersion, version <= TableFormat.version else {
            throw TableError(.unsupportedVersion, at: versionOffset)
        }
        let lengthOffset = TableFormat.lengthOffset
        let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: lengthOffset, as: UInt32.self))
        guard length == UInt32(exactly: bytes.count) else { throw TableError(.wrongLength, at: lengthOffset) }
        let checksumOffset = TableFormat.checksumOffset
        let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: checksumOffset, as: UInt32.self))
        guard checksum == Checksum.of(bytes, from: lengthOffset) else {
            throw TableError(.wrongChecksum, at: checksumOffset)
        }
        let flagsOffset = TableFormat.flagsOffset
        let flags = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: flagsOffset, as: UInt16.self))
        guard flags & ~TableFormat.flagNames == 0 else { throw TableError(.badDirectory, at: flagsOffset) }
    }

    /// Checks that the fields of the directory are consistent. The directory ends at `offset`.
    ///
    /// Every table has the two slots of the pending error, so fewer than two slots are not possible.
    private static func checkDirectory(_ fields: [Int], flags: UInt16, at offset: Int) throws(TableError) {
        func field(_ name: DirectoryField) -> Int { fields[name.rawValue] }
        let states = field(.presents) + field(.calls) + field(.handlers) + field(.choices) + field(.ends)
        let isConsistent =
            states > 0 && field(.initialState) < states && field(.strings) > 0
            && field(.name) < field(.strings) && field(.version) < field(.strings)
            && field(.counters) <= TableFormat.maximumCounters && field(.slots) >= 2
            && (field(.entryWidth) == 1 || field(.entryWidth) == 2 || field(.entryWidth) == 4)
            // Without inputs, the field of their record is 0.
            && (field(.startRecord) == 0 || field(.startRecord) < field(.recordBytes))
            && (field(.ownNames) > 0) == (flags & TableFormat.flagNames != 0)
            // Either all error events have a class, or the column is omitted.
            && (field(.errorClasses) == 0 || field(.errorClasses) == field(.errors))
        if !isConsistent { throw TableError(.badDirectory, at: offset) }
    }
}
