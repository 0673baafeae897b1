import FlowIR
import FlowTable

/// The encoded states of a flow: their rows, the offsets of their records, and the numbers of the choices' blocks.
struct EncodedStates {
    /// By state: its transitions. States and blocks share one numbering, states first.
    private(set) var rows: [Row] = []
    /// By presented step: the string of its name.
    private(set) var presentNames: [Int] = []
    private(set) var presentRecords: [Int] = []
    private(set) var callRecords: [Int] = []
    private(set) var handlerRecords: [Int] = []
    private(set) var choiceBlocks: [Int] = []
    private(set) var endRecords: [Int] = []
    private(set) var startRecord = 0
    /// By call: the impossible replies.
    private var barred = BarredSets()

    /// Encodes all states of the encoder's flow, and adds their code, records and strings to `encoder`.
    ///
    /// - Throws: ``TableLimit`` if a state exceeds a limit of the format
    init(_ encoder: inout FlowEncoder) throws(TableLimit) {
        rows.reserveCapacity(encoder.flow.states.count)
        startRecord = try encoder.addStartRecord()
        for state in encoder.flow.states {
            try encode(state.kind, &encoder)
            rows.append(try Self.row(of: state, &encoder))
        }
    }

    /// Adds the strings of all states to `encoder`.
    ///
    /// - Throws: the first ``TableLimit`` that the inputs or a state exceed; for a state, with its id
    static func collectStrings(_ encoder: inout FlowEncoder) throws(TableLimit) {
        var states = EncodedStates()
        // In the first pass, encoding a record or a block only adds its strings. The results have no meaning.
        _ = try encoder.addStartRecord()
        for (number, state) in encoder.flow.states.indexed() {
            do throws(TableLimit) {
                try states.collectStrings(of: state, &encoder)
            } catch {
                throw error.at(state: number)
            }
        }
    }

    /// Adds the strings of a state to `encoder`, and discards the encoded state.
    private mutating func collectStrings(of state: State, _ encoder: inout FlowEncoder) throws(TableLimit) {
        try encode(state.kind, &encoder)
        // Transitions are sorted by event, so a state that exceeds several limits always reports the same one.
        for (_, block) in state.transitions {
            _ = try Self.rowValue(of: block, &encoder)
        }
    }

    /// Creates an encoding without states, which serves only to collect strings.
    private init() {}

    /// Encodes the record of a state, or the block of a choice, and stores the record's offset or the block's number.
    private mutating func encode(_ kind: State.Kind, _ encoder: inout FlowEncoder) throws(TableLimit) {
        switch kind {
        case .present(let presentation):
            presentNames.append(encoder.strings.intern(presentation.step))
            presentRecords.append(try encoder.addRecord(presentation))
        case .call(let request):
            callRecords.append(try encoder.addRecord(request))
            barred.add(request.barred, of: encoder.flow)
        case .handler(let use): handlerRecords.append(try encoder.addRecord(use))
        case .choice(let block): choiceBlocks.append(try encoder.intern(block))
        case .end(let ending): endRecords.append(try encoder.addRecord(ending))
        }
    }

    /// Returns the row of a state, sorted by event, and adds the code of its transitions to `encoder`.
    private static func row(of state: State, _ encoder: inout FlowEncoder) throws(TableLimit) -> Row {
        if state.transitions.isEmpty { return [] }
        var row: Row = []
        row.reserveCapacity(state.transitions.count)
        for (event, block) in state.transitions {
            row.append(RowEntry(event: event.rawValue, value: try rowValue(of: block, &encoder)))
        }
        return row
    }

    /// Returns the value of a row entry whose transition runs `block`.
    ///
    /// The value is the next state if the block only jumps there. Otherwise, it is the block's number plus the number
    /// of states, and the code of the block is added to `encoder`.
    private static func rowValue(of block: Block, _ encoder: inout FlowEncoder) throws(TableLimit) -> Int {
        // If a block that only jumps has a single instruction, this is the jump, and there is no mark before it.
        let writesNoMark = !encoder.options.includesMarks || block.instructions.count == 1
        if writesNoMark, let state = block.plainTarget, encoder.flow.states.indices.contains(state) {
            return state.rawValue
        }
        return encoder.flow.states.count + (try encoder.intern(block))
    }

    /// Appends the code of all blocks, the columns of the states, and the records.
    func write(_ encoder: FlowEncoder, to body: inout ByteWriter) {
        let strings = encoder.strings.strings.count
        let records = encoder.records.bytes.count
        body.appendColumn(encoder.code.offsets, pointingAt: encoder.code.bytes.count)
        body.append(encoder.code.bytes)
        body.appendColumn(presentNames, pointingAt: strings)
        body.appendColumn(presentRecords, pointingAt: records)
        body.appendColumn(callRecords, pointingAt: records)
        body.appendColumn(handlerRecords, pointingAt: records)
        body.appendColumn(choiceBlocks, pointingAt: encoder.code.offsets.count)
        body.appendColumn(endRecords, pointingAt: records)
        barred.write(to: &body)
        body.append(encoder.records.bytes)
    }

    /// Sets the fields for the states, the start record and the impossible replies in a directory.
    func setFields(_ fields: inout DirectoryFields) {
        fields[.presents] = presentNames.count
        fields[.calls] = callRecords.count
        fields[.handlers] = handlerRecords.count
        fields[.choices] = choiceBlocks.count
        fields[.ends] = endRecords.count
        fields[.startRecord] = startRecord
        fields[.barredSets] = barred.sets.count
    }
}

/// The sets of impossible replies to requests, without duplicates.
struct BarredSets {
    /// By request: 1 + the index of its set, or 0 if all replies are possible.
    private var references: [Int] = []
    /// The sets as bits: success, then the challenges in the order of their events.
    private(set) var sets: [[UInt8]] = []

    /// Records the impossible replies to the next request of `flow`. Equal sets are stored once.
    mutating func add(_ barred: Replies, of flow: LoweredFlow) {
        let challenges = flow.events.filter { $0.kind == .challenge }
        var bits = [UInt8](repeating: 0, count: TableFormat.barredSetBytes(challenges: challenges.count))
        if barred.success { bits[0] = 1 }
        for (index, event) in challenges.enumerated() where barred.contains(challenge: event.name) {
            // Bit 0 is success, so the challenges start at bit 1.
            let bit = index + 1
            bits[bit / 8] |= 1 << UInt8(bit % 8)
        }
        references.append(intern(bits))
    }

    /// Returns the reference to a set: 1 + its index, or 0 for the empty set. Adds the set if it is new.
    private mutating func intern(_ bits: [UInt8]) -> Int {
        if bits.allSatisfy({ $0 == 0 }) { return 0 }
        if let known = sets.firstIndex(of: bits) { return known + 1 }
        sets.append(bits)
        return sets.count
    }

    /// Appends the column of references, one for each request, and then the sets.
    func write(to body: inout ByteWriter) {
        body.appendColumn(references, pointingAt: TableFormat.targets(orNoneOf: sets.count))
        for bits in sets { body.append(bits) }
    }
}
