import FlowTable

/// The packed rows of all states, with fallback rows if they make the table smaller.
struct RowLayout {
    /// By state: the base of its row.
    var bases: [Int] = []
    /// By state: 1 + its fallback row, or 0.
    var fallbacks: [Int] = []
    /// By fallback row: its base.
    var fallbackBases: [Int] = []
    var comb = CombPacker()

    /// Packs the rows of all states with and without fallback rows, and keeps the smaller result.
    init(_ rows: [Row], reader: RowReader, entryWidth: Int) {
        let (distinct, rowOfState) = Self.withoutDuplicates(rows)
        let noFallbacks = [Int?](repeating: nil, count: distinct.count)
        self.init(distinct, rowOfState, shared: [], sharedOfRow: noFallbacks, reader: reader)
        let plan = FallbackPlanner(distinct, reader: reader)
        if plan.shared.isEmpty { return }
        let withFallbacks = Self(
            distinct, rowOfState, shared: plan.shared, sharedOfRow: plan.sharedOfRow, reader: reader)
        if withFallbacks.byteCount(entryWidth: entryWidth) < byteCount(entryWidth: entryWidth) { self = withFallbacks }
    }

    /// Returns the distinct rows, and the index of each state's row among them.
    private static func withoutDuplicates(_ rows: [Row]) -> (rows: [Row], ofState: [Int]) {
        var numbers: [Row: Int] = [:]
        var distinct: [Row] = []
        var ofState: [Int] = []
        numbers.reserveCapacity(rows.count)
        ofState.reserveCapacity(rows.count)
        for row in rows {
            let number = numbers[row] ?? distinct.count
            if number == distinct.count {
                numbers[row] = number
                distinct.append(row)
            }
            ofState.append(number)
        }
        return (distinct, ofState)
    }

    /// Packs the fallback rows, and the entries that each distinct row needs besides its fallback row.
    ///
    /// `rowOfState` is the index of each state's row in `distinct`. `shared` are the fallback rows, and `sharedOfRow` is
    /// the index of each distinct row's fallback row, or nil.
    private init(_ distinct: [Row], _ rowOfState: [Int], shared: [Row], sharedOfRow: [Int?], reader: RowReader) {
        var numbers: [Row: Int] = [:]
        numbers.reserveCapacity(distinct.count)
        var packed: [Row] = []
        /// Returns the number of a row to pack, and adds the row if it is new.
        func intern(_ row: Row) -> Int {
            if let number = numbers[row] { return number }
            numbers[row] = packed.count
            packed.append(row)
            return packed.count - 1
        }
        var reduced: [(row: Int, fallback: Int)] = []
        for (index, row) in distinct.enumerated() {
            if let fallback = sharedOfRow[index], let rest = reader.remainder(of: row, over: shared[fallback]) {
                reduced.append((intern(rest), fallback + 1))
            } else {
                reduced.append((intern(reader.remainder(of: row, over: []) ?? row), 0))
            }
        }
        let sharedNumbers = shared.map { intern($0) }
        let packedBases = comb.pack(packed)
        bases = rowOfState.map { packedBases[reduced[$0].row] }
        fallbacks = rowOfState.map { reduced[$0].fallback }
        fallbackBases = sharedNumbers.map { packedBases[$0] }
    }

    /// Returns the number of bytes that ``write(entryWidth:to:)`` appends.
    private func byteCount(entryWidth: Int) -> Int {
        let width = TableFormat.width(forCount: comb.events.count)
        return comb.events.count * 2 * entryWidth + (bases.count + fallbackBases.count) * width
            + bases.count * TableFormat.width(forCount: TableFormat.targets(orNoneOf: fallbackBases.count))
    }

    /// Appends the columns that refer to rows, and then the comb with entries of twice `entryWidth` bytes.
    func write(entryWidth: Int, to body: inout ByteWriter) {
        body.appendColumn(bases, pointingAt: comb.events.count)
        body.appendColumn(fallbacks, pointingAt: TableFormat.targets(orNoneOf: fallbackBases.count))
        body.appendColumn(fallbackBases, pointingAt: comb.events.count)
        for index in comb.events.indices {
            body.appendFixed(Int(comb.events[index]), width: entryWidth)
            body.appendFixed(Int(comb.values[index]), width: entryWidth)
        }
    }

    /// Sets the fields for the comb and the fallback rows in a directory.
    func setFields(_ fields: inout DirectoryFields) {
        fields[.combEntries] = comb.events.count
        fields[.fallbackRows] = fallbackBases.count
    }
}
