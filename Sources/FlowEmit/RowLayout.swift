import FlowTable

/// The packed rows of all states, with fallback rows if they make the table smaller.
struct RowLayout {
    /// By state: the base of its row.
    var bases: [Int] = []
    /// By state: 1 + its fallback row, or 0.
    var fallbacks: [Int] = []
    /// By fallback row: its base.
    var fallbackBases: [Int] = []
    /// The packed rows.
    var comb = CombPacker()

    /// Packs the rows with and without fallback rows, and keeps the smaller result.
    init(_ rows: [Row], reader: RowReader, entryWidth: Int) {
        let (distinct, rowOfState) = Self.withoutDuplicates(rows)
        let noFallbacks = [Int?](repeating: nil, count: distinct.count)
        self.init(distinct, rowOfState, shared: [], sharedOfRow: noFallbacks, reader: reader)
        let plan = FallbackPlanner(distinct, reader: reader)
        if plan.shared.isEmpty { return }
        let other = Self(distinct, rowOfState, shared: plan.shared, sharedOfRow: plan.sharedOfRow, reader: reader)
        if other.byteCount(entryWidth: entryWidth) < byteCount(entryWidth: entryWidth) { self = other }
    }

    /// Returns the distinct rows, and the index of each state's row among them.
    private static func withoutDuplicates(_ rows: [Row]) -> (rows: [Row], ofState: [Int]) {
        var numbers: [Row: Int] = [:]
        var distinct: [Row] = []
        var ofState: [Int] = []
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

    /// Packs distinct rows, each reduced by its fallback row, together with the fallback rows.
    private init(_ distinct: [Row], _ rowOfState: [Int], shared: [Row], sharedOfRow: [Int?], reader: RowReader) {
        var numbers: [Row: Int] = [:]
        var packed: [Row] = []
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

    /// Returns the number of bytes that ``write(entryWidth:to:)`` writes.
    private func byteCount(entryWidth: Int) -> Int {
        let width = TableFormat.width(forCount: comb.events.count)
        return comb.events.count * 2 * entryWidth + (bases.count + fallbackBases.count) * width
            + bases.count * TableFormat.width(forCount: TableFormat.targets(orNoneOf: fallbackBases.count))
    }

    /// Writes the columns of the rows and the comb.
    func write(entryWidth: Int, to body: inout ByteWriter) {
        body.column(bases, pointingAt: comb.events.count)
        body.column(fallbacks, pointingAt: TableFormat.targets(orNoneOf: fallbackBases.count))
        body.column(fallbackBases, pointingAt: comb.events.count)
        for index in comb.events.indices {
            body.fixed(Int(comb.events[index]), width: entryWidth)
            body.fixed(Int(comb.values[index]), width: entryWidth)
        }
    }

    /// Sets the directory's fields for rows.
    func setFields(_ fields: inout DirectoryFields) {
        fields[.combEntries] = comb.events.count
        fields[.fallbackRows] = fallbackBases.count
    }
}
