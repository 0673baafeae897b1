/// Computes the offsets of a table's sections, and checks that they fit.
struct SectionLayout {
    let bytes: UnsafeRawBufferPointer
    var offset: Int
    let fields: [Int]
    var codeStart = 0
    var recordStart = 0
    /// The start of every section, and the end of the last.
    var parts: [Int] = []
    private var stringStart = 0

    init(bytes: UnsafeRawBufferPointer, offset: Int, fields: [Int]) {
        self.bytes = bytes
        self.offset = offset
        self.fields = fields
        parts.reserveCapacity(30)
    }

    private func field(_ field: DirectoryField) -> Int { fields[field.rawValue] }

    private mutating func take(_ count: Int) throws(TableError) -> UnsafeRawPointer {
        guard let base = bytes.baseAddress, count >= 0, count <= bytes.count - offset else {
            throw TableError(.badDirectory, at: offset)
        }
        defer { offset += count }
        parts.append(offset)
        return base + offset
    }

    private mutating func column(_ count: Int, pointingAt targets: Int) throws(TableError) -> Column {
        let width = count == 0 ? 0 : TableFormat.width(forCount: targets)
        return Column(base: try take(count * width), width: width)
    }

    /// Reads the lengths of all strings and checks that they are UTF-8.
    /// - Returns: the start of each string, and the end of the last. The caller deallocates it.
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
                position += try reader.varint(.badText)
                if position > bytes.count { throw TableError(.badText, at: reader.offset) }
            }
            offsets[count] = UInt32(position)
            offset = reader.offset
            guard position == field(.stringBytes) else { throw TableError(.badDirectory, at: offset) }
            stringStart = offset
            _ = try take(position)
            try checkText(offsets, count)
        } catch {
            offsets.deallocate()
            throw error
        }
        return offsets
    }

    /// Checks that each string by itself is UTF-8.
    private func checkText(_ offsets: UnsafeMutablePointer<UInt32>, _ count: Int) throws(TableError) {
        for index in 0..<count {
            let start = stringStart + Int(offsets[index])
            let end = stringStart + Int(offsets[index + 1])
            guard UTF8Check.isValid(bytes, from: start, to: end) else { throw TableError(.badText, at: start) }
        }
    }

    mutating func place(stringOffsets: UnsafeMutablePointer<UInt32>) throws(TableError) -> TableView {
        let states = field(.presents) + field(.calls) + field(.handlers) + field(.choices) + field(.ends)
        let ownEvents = field(.hostEvents) + field(.challenges) + field(.errors) + field(.failures)
        let comb = field(.combEntries)
        let records = field(.recordBytes)
        let strings = field(.strings)
        guard let base = bytes.baseAddress, states <= bytes.count * 2, ownEvents <= bytes.count, comb <= bytes.count
        else {
            throw TableError(.badDirectory, at: TableFormat.headerSize)
        }
        let rowBase = try column(states, pointingAt: comb)
        let fallback = try column(states, pointingAt: TableFormat.targets(orNoneOf: field(.fallbackRows)))
        let fallbackBase = try column(field(.fallbackRows), pointingAt: comb)
        let combBase = try take(comb * 2 * field(.entryWidth))
        let blockOffset = try column(field(.blocks), pointingAt: field(.codeBytes))
        codeStart = offset
        let code = try take(field(.codeBytes))
        let presentName = try column(field(.presents), pointingAt: strings)
        let presentRecord = try column(field(.presents), pointingAt: records)
        let callRecord = try column(field(.calls), pointingAt: records)
        let handlerRecord = try column(field(.handlers), pointingAt: records)
        let choiceBlock = try column(field(.choices), pointingAt: field(.blocks))
        let endRecord = try column(field(.ends), pointingAt: records)
        let sets = field(.barredSets)
        let callBarred = try column(field(.calls), pointingAt: TableFormat.targets(orNoneOf: sets))
        let setBytes = TableFormat.barredSetBytes(challenges: field(.challenges))
        guard sets <= bytes.count / setBytes else { throw TableError(.badDirectory, at: offset) }
        let barredSets = try take(sets * setBytes)
        recordStart = offset
        let recordBase = try take(records)
        let eventName = try column(ownEvents, pointingAt: strings)
        let errorClass = try column(field(.errorClasses), pointingAt: strings)
        let classPairs = try column(field(.classes) * 2, pointingAt: strings)
        let slotType = try take(field(.slots))
        let slotName = try column(field(.slots), pointingAt: strings)
        let patternOffset = try column(field(.patterns), pointingAt: field(.patternBytes))
        let patternBytes = try take(field(.patternBytes))
        #if hasFeature(Embedded)
            // Embedded builds do not read names.
            let ownNames = try take(field(.ownNames) == 0 ? 0 : bytes.count - offset)
            let stateName = Column(base: ownNames, width: 0)
        #else
            let named = field(.ownNames)
            let stateName = try column(named == 0 ? 0 : states, pointingAt: strings + named - 1)
            let ownNames = try take(named == 0 ? 0 : bytes.count - offset)
        #endif
        parts.append(offset)
        guard offset == bytes.count else { throw TableError(.badDirectory, at: offset) }
        var view = TableView(
            stringBytes: base + stringStart, stringOffsets: UnsafePointer(stringOffsets), rowBase: rowBase,
            fallback: fallback, fallbackBase: fallbackBase, comb: combBase, blockOffset: blockOffset, code: code,
            presentName: presentName, presentRecord: presentRecord, callRecord: callRecord,
            handlerRecord: handlerRecord, choiceBlock: choiceBlock, endRecord: endRecord, callBarred: callBarred,
            barredSets: barredSets, records: recordBase,
            eventName: eventName, errorClass: errorClass, classPairs: classPairs, slotType: slotType,
            slotName: slotName, patternOffset: patternOffset, patternBytes: patternBytes, stateName: stateName,
            ownNames: ownNames
        )
        setCounts(&view, states: states)
        return view
    }

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
