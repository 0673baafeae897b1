/// Finds fallback rows that many rows can share, so that the rows themselves become shorter.
///
/// It starts with the entry that most rows have, and extends it to a fallback row for these rows as long as that saves
/// entries. It repeats this with the remaining rows until a fallback row saves nothing.
struct FallbackPlanner {
    let reader: RowReader
    /// The fallback rows.
    private(set) var shared: [Row] = []
    /// By row: the index of its fallback row in ``shared``, or nil.
    private(set) var sharedOfRow: [Int?]
    private let rows: [Row]

    /// The maximum number of distinct rows to plan for. It bounds the time; real flows have far fewer.
    private static var maxRows: Int { 8192 }
    /// The maximum number of fallback rows.
    private static var maxShared: Int { 64 }
    /// A fallback row starts with an entry that more rows than this have. Otherwise it would save too little.
    private static var minUses: Int { 2 }

    /// Plans fallback rows for distinct rows, unless there are too many rows.
    init(_ rows: [Row], reader: RowReader) {
        self.rows = rows
        self.reader = reader
        sharedOfRow = [Int?](repeating: nil, count: rows.count)
        if rows.count <= Self.maxRows { plan() }
    }

    /// Adds fallback rows until the next one would save nothing.
    private mutating func plan() {
        var open = rows.indices.filter { rows[$0].count > 1 }
        while shared.count < Self.maxShared, let seed = entries(of: open).first, seed.count > Self.minUses {
            let (row, members) = grow(from: seed.entry, in: open)
            // The entries that the members no longer need, less those of the fallback row.
            let saved = members.reduce(-row.count) { $0 + rows[$1].count - length(of: $1, over: row) }
            guard saved > 0, row.count > 1 else { break }
            for member in members where length(of: member, over: row) < rows[member].count {
                sharedOfRow[member] = shared.count
            }
            shared.append(row)
            open.removeAll { sharedOfRow[$0] != nil }
        }
    }

    /// Returns the number of entries that a row needs besides a fallback, or all of them if the fallback is impossible.
    private func length(of index: Int, over fallback: Row) -> Int {
        reader.remainder(of: rows[index], over: fallback)?.count ?? rows[index].count
    }

    /// Returns the entries of some rows with their frequency, most frequent first.
    private func entries(of indices: [Int]) -> [(entry: UInt64, count: Int)] {
        var counts: [UInt64: Int] = [:]
        for index in indices {
            for entry in rows[index] { counts[entry, default: 0] += 1 }
        }
        return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Extends a fallback row by frequent entries, as long as they save more than they cost.
    ///
    /// A row that rejects an entry's event cannot have that entry in its fallback, and so leaves the members.
    /// - Returns: the fallback row, and the rows that can have it.
    private func grow(from seed: UInt64, in open: [Int]) -> (row: Row, members: [Int]) {
        var members = open.filter { rows[$0].contains(seed) }
        var row: Row = [seed]
        for (entry, count) in entries(of: members) where count > 1 {
            if row.contains(where: { $0.event == entry.event }) { continue }
            let accepting = members.filter { reader.transition(of: rows[$0], fallback: [], on: entry.event) != nil }
            let rejecting = members.filter { reader.transition(of: rows[$0], fallback: [], on: entry.event) == nil }
            // The entry costs one place in the fallback row, and saves one in each row that has it.
            let saved = accepting.reduce(-1) { $0 + (rows[$1].contains(entry) ? 1 : 0) }
            // The rows that leave must store again what they share with the fallback row.
            let lost = rejecting.reduce(0) { total, index in total + rows[index].filter { row.contains($0) }.count }
            if saved > lost {
                members = accepting
                row.append(entry)
            }
        }
        return (row.sorted(), members)
    }
}
