/// Finds fallback rows that many rows can share, so that the rows themselves become shorter.
///
/// The planner starts with the entry that most rows have, and extends it to a fallback row for these rows as long as
/// that saves entries. It repeats this with the remaining rows, within limits, until a fallback row saves nothing.
struct FallbackPlanner {
    let reader: RowReader
    /// The fallback rows.
    private(set) var shared: [Row] = []
    /// By row: the index of its fallback row in ``shared``, or nil.
    private(set) var sharedOfRow: [Int?]
    private let rows: [Row]

    /// The maximum number of distinct rows to plan for. It bounds the time.
    private static var maxRows: Int { 8192 }
    /// The maximum number of fallback rows.
    private static var maxShared: Int { 64 }
    /// The minimum number of rows that have the first entry of a fallback row. With fewer, a row saves too little.
    private static var minUses: Int { 3 }

    /// Plans fallback rows for distinct rows. If there are more than ``maxRows``, it plans none.
    init(_ rows: [Row], reader: RowReader) {
        self.rows = rows
        self.reader = reader
        sharedOfRow = [Int?](repeating: nil, count: rows.count)
        if rows.count <= Self.maxRows { plan() }
    }

    /// Adds up to ``maxShared`` fallback rows, until the next one would have too few uses or save nothing.
    private mutating func plan() {
        // A row with a single entry has too little to save.
        var open = rows.indices.filter { rows[$0].count > 1 }
        while shared.count < Self.maxShared, let seed = entryCounts(of: open).first, seed.count >= Self.minUses {
            let (row, members) = fallback(from: seed.entry, in: open)
            // The fallback row has entries of its own, which reduce what the members save.
            let savedByMembers = members.reduce(0) { $0 + rows[$1].count - length(of: $1, over: row) }
            let saved = savedByMembers - row.count
            // A fallback row with a single entry would save too little.
            guard saved > 0, row.count > 1 else { break }
            for member in members where length(of: member, over: row) < rows[member].count {
                sharedOfRow[member] = shared.count
            }
            shared.append(row)
            open.removeAll { sharedOfRow[$0] != nil }
        }
    }

    /// Returns how many entries a row needs besides a fallback row.
    ///
    /// A row that cannot have this fallback needs all of its entries.
    private func length(of index: Int, over fallback: Row) -> Int {
        reader.remainder(of: rows[index], over: fallback)?.count ?? rows[index].count
    }

    /// Returns the entries of the rows with these indices, and how many of the rows have each, most frequent first.
    private func entryCounts(of indices: [Int]) -> [(entry: RowEntry, count: Int)] {
        var counts: [RowEntry: Int] = [:]
        for index in indices {
            for entry in rows[index] { counts[entry, default: 0] += 1 }
        }
        return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
    }

    private func accepts(_ event: Int, inRow index: Int) -> Bool {
        reader.transition(of: rows[index], fallback: [], on: event) != nil
    }

    /// Returns a fallback row that contains `seed`, and the rows that can have it.
    ///
    /// It gets each frequent entry that saves more than it costs. A row that rejects the entry's event cannot have the
    /// entry in its fallback, and so leaves the members.
    private func fallback(from seed: RowEntry, in open: [Int]) -> (row: Row, members: [Int]) {
        var members = open.filter { rows[$0].contains(seed) }
        var row: Row = [seed]
        for (entry, count) in entryCounts(of: members) where count > 1 {
            if row.contains(where: { $0.event == entry.event }) { continue }
            let accepting = members.filter { accepts(entry.event, inRow: $0) }
            let rejecting = members.filter { !accepts(entry.event, inRow: $0) }
            // The entry costs one place in the fallback row, and saves one in each row that has it.
            let saved = accepting.filter { rows[$0].contains(entry) }.count - 1
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
