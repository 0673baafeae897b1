/// Finds fallback rows for many states, so that their own rows get short.
///
/// It starts with the entry that most rows share. Among the rows with that entry it collects the entries that save
/// most, gives these rows a fallback row, and continues with the other rows until it saves nothing more.
struct FallbackPlanner {
    let reader: RowReader
    private(set) var shared: [Row] = []
    /// By row: the index in ``shared``, or nil.
    private(set) var sharedOfRow: [Int?]
    private let rows: [Row]

    /// The maximum number of distinct rows to plan for.
    ///
    /// Sharing challenges and errors, no flow has as many.
    private static var maxRows: Int { 8192 }
    private static var maxShared: Int { 64 }

    /// Plans fallback rows for distinct rows, and none if there are too many rows.
    init(_ rows: [Row], reader: RowReader) {
        self.rows = rows
        self.reader = reader
        sharedOfRow = [Int?](repeating: nil, count: rows.count)
        if rows.count <= Self.maxRows { plan() }
    }

    private mutating func plan() {
        var open = rows.indices.filter { rows[$0].count > 1 }
        while shared.count < Self.maxShared, let seed = entries(of: open).first, seed.count > 2 {
            let (row, members) = grow(from: seed.entry, in: open)
            let saved = members.reduce(-row.count) { $0 + rows[$1].count - (rest($1, row)?.count ?? rows[$1].count) }
            guard saved > 0, row.count > 1 else { break }
            for member in members where (rest(member, row)?.count ?? .max) < rows[member].count {
                sharedOfRow[member] = shared.count
            }
            shared.append(row)
            open.removeAll { sharedOfRow[$0] != nil }
        }
    }

    private func rest(_ index: Int, _ fallback: Row) -> Row? {
        reader.remainder(of: rows[index], over: fallback)
    }

    /// The entries of some rows with their frequency, most frequent first.
    private func entries(of indices: [Int]) -> [(entry: UInt64, count: Int)] {
        var counts: [UInt64: Int] = [:]
        for index in indices {
            for entry in rows[index] { counts[entry, default: 0] += 1 }
        }
        return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
    }

    private func grow(from seed: UInt64, in open: [Int]) -> (row: Row, members: [Int]) {
        var members = open.filter { rows[$0].contains(seed) }
        var row: Row = [seed]
        for (entry, count) in entries(of: members) where count > 1 {
            if row.contains(where: { $0.event == entry.event }) { continue }
            let takers = members.filter { reader.transition(rows[$0], [], entry.event) != nil }
            let holders = takers.reduce(0) { $0 + (rows[$1].contains(entry) ? 1 : 0) }
            let losers = members.filter { reader.transition(rows[$0], [], entry.event) == nil }
            let lost = losers.reduce(0) { total, loser in total + rows[loser].filter { row.contains($0) }.count }
            if holders - 1 > lost {
                members = takers
                row.append(entry)
            }
        }
        return (row.sorted(), members)
    }
}
