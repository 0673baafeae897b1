import FlowModel
import FlowTable

/// The encoded states of a flow: rows, code and records.
struct EncodedStates {
    /// By state: its entries. States and blocks share one numbering, states first.
    private(set) var rows: [Row] = []
    private(set) var presentNames: [Int] = []
    private(set) var presentRecords: [Int] = []
    private(set) var callRecords: [Int] = []
    private(set) var handlerRecords: [Int] = []
    private(set) var choiceBlocks: [Int] = []
    private(set) var endRecords: [Int] = []
    private(set) var startRecord = 0
    /// By call: the impossible replies.
    private var barred = BarredSets()

    /// Encodes all states; `encoder` receives their code and records.
    init(_ encoder: inout FlowEncoder) throws(TableLimit) {
        rows.reserveCapacity(encoder.flow.states.count)
        startRecord = try encoder.startRecord()
        for state in encoder.flow.states {
            try encode(state.kind, &encoder)
            rows.append(try Self.row(of: state, &encoder))
        }
    }

    /// Encodes all states only to collect their strings.
    static func collectStrings(_ encoder: inout FlowEncoder) throws(TableLimit) {
        var states = EncodedStates()
        _ = try encoder.startRecord()
        for (number, state) in encoder.flow.states.enumerated() {
            do throws(TableLimit) {
                try states.collect(state, &encoder)
            } catch {
                throw error.at(number)
            }
        }
    }

    private mutating func collect(_ state: State, _ encoder: inout FlowEncoder) throws(TableLimit) {
        try encode(state.kind, &encoder)
        // Sorted, so that among several limits the same one is always reported.
        for (_, block) in state.transitions.sorted(by: { $0.key < $1.key }) { _ = try Self.value(of: block, &encoder) }
    }

    private init() {}

    private mutating func encode(_ kind: State.Kind, _ encoder: inout FlowEncoder) throws(TableLimit) {
        switch kind {
        case .present(let presentation):
            presentNames.append(encoder.strings.number(presentation.step))
            presentRecords.append(try encoder.record(presentation))
        case .call(let request):
            callRecords.append(try encoder.record(request))
            barred.add(request.barred, of: encoder.flow)
        case .handler(let use): handlerRecords.append(try encoder.record(use))
        case .choice(let block): choiceBlocks.append(try encoder.number(of: block))
        case .end(let ending): endRecords.append(try encoder.record(ending))
        }
    }

    private static func row(of state: State, _ encoder: inout FlowEncoder) throws(TableLimit) -> Row {
        if state.transitions.isEmpty { return [] }
        var row: Row = []
        row.reserveCapacity(state.transitions.count)
        for (event, block) in state.transitions.sorted(by: { $0.key < $1.key }) {
            row.append(UInt64(event: event, value: try value(of: block, &encoder)))
        }
        return row
    }

    /// The state that a block merely leads to, or else its number.
    ///
    /// Block numbers follow those of the states.
    private static func value(of block: Block, _ encoder: inout FlowEncoder) throws(TableLimit) -> Int {
        let isBare = !encoder.options.includesMarks || block.instructions.count == 1
        if isBare, let state = block.plainTarget, encoder.flow.states.indices.contains(state) { return state }
        return encoder.flow.states.count + (try encoder.number(of: block))
    }

    /// Writes the columns and records of the states.
    func write(_ encoder: FlowEncoder, to body: inout ByteWriter) {
        let strings = encoder.strings.strings.count
        let records = encoder.records.bytes.count
        body.column(encoder.code.offsets, pointingAt: encoder.code.bytes.count)
        body.append(encoder.code.bytes)
        body.column(presentNames, pointingAt: strings)
        body.column(presentRecords, pointingAt: records)
        body.column(callRecords, pointingAt: records)
        body.column(handlerRecords, pointingAt: records)
        body.column(choiceBlocks, pointingAt: encoder.code.offsets.count)
        body.column(endRecords, pointingAt: records)
        barred.write(to: &body)
        body.append(encoder.records.bytes)
    }

    /// Sets the counts of the states by kind in the directory.
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
