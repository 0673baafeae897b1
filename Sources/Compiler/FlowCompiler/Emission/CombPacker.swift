/// Overlays sparse rows so that their entries interlock like the teeth of combs.
///
/// A row with base b stores its entry for event e in slot b + e, together with the event. The slot therefore belongs to
/// that row alone, and distinct rows only need distinct bases and free slots. Rows are placed longest first, each at
/// the first base that the search finds.
///
/// A search gives up after a bounded number of positions. Later searches for rows of the same length skip half of them.
/// Packing therefore takes linear time in practice.
struct CombPacker {
    /// The event of each slot, or ``empty``.
    private(set) var events: [UInt32] = []
    /// The value of each slot.
    private(set) var values: [UInt32] = []
    /// By slot: whether a row has it as its base.
    private var isBase: [Bool] = []
    /// By slot: the slot itself if it is free. Otherwise, a later slot up to which every slot is taken.
    private var nextFree: [Int] = []

    /// The number of rows above which a long search for each row would take too much time.
    private static var manyRows: Int { 4096 }
    /// The maximum number of positions to try for a row, with many rows and with few.
    private static var shortSearch: Int { 48 }
    private static var longSearch: Int { 4096 }

    /// The event of a free slot.
    static var empty: UInt32 { .max }

    /// Packs distinct rows, the longest first, and returns the base of each row in the order of `rows`.
    mutating func pack(_ rows: [Row]) -> [Int] {
        var bases = [Int](repeating: 0, count: rows.count)
        let order = rows.indices.sorted { (-rows[$0].count, $0) < (-rows[$1].count, $1) }
        let maxTries = rows.count > Self.manyRows ? Self.shortSearch : Self.longSearch
        var cursor = 0
        var previousCount: Int?
        for index in order {
            let row = rows[index]
            // A shorter row can fit where longer rows did not, so its search starts at the first slot again.
            if row.count != previousCount { cursor = 0 }
            previousCount = row.count
            if row.isEmpty {
                bases[index] = unusedBase()
            } else {
                bases[index] = place(row, from: &cursor, maxTries: maxTries)
            }
        }
        return bases
    }

    /// Places a row at a base where it fits, and returns the base.
    ///
    /// The search starts at slot `cursor`. If `maxTries` bases do not fit, the row goes to the end of the comb. The
    /// cursor then moves to the slot that the search reached after half of the tries.
    private mutating func place(_ row: Row, from cursor: inout Int, maxTries: Int) -> Int {
        let first = row[0].event
        cursor = firstFree(from: cursor)
        // In a slot before `first`, the first entry would need a negative base.
        var slot = firstFree(from: max(cursor, first))
        var halfway = slot
        var tries = 0
        while slot < events.count, !fits(row, at: slot - first) {
            tries += 1
            if tries == maxTries / 2 { halfway = slot }
            if tries == maxTries {
                cursor = halfway
                slot = events.count
            } else {
                slot = firstFree(from: slot + 1)
            }
        }
        // Beyond the last slot, the row fits unless its base is taken.
        while !fits(row, at: slot - first) { slot += 1 }
        store(row, at: slot - first)
        return slot - first
    }

    /// Returns the first free slot at or after `slot`. Every slot beyond the last is free.
    ///
    /// The call compresses the path to the free slot, so that later calls are fast.
    private mutating func firstFree(from slot: Int) -> Int {
        var end = slot
        while end < events.count, nextFree[end] != end { end = nextFree[end] }
        var passed = slot
        while passed < end, passed < events.count {
            let next = nextFree[passed]
            nextFree[passed] = end
            passed = next
        }
        return end
    }

    /// Returns whether `row` can be placed at `base`: no row has this base, and all slots that `row` needs are free.
    private func fits(_ row: Row, at base: Int) -> Bool {
        if base < isBase.count, isBase[base] { return false }
        for entry in row {
            let slot = base + entry.event
            // The entries are in ascending order, so the slots of the later ones are free too.
            if slot >= events.count { return true }
            if events[slot] != Self.empty { return false }
        }
        return true
    }

    /// Stores the entries of a row at a base where it fits, and marks the base and the slots as taken.
    private mutating func store(_ row: Row, at base: Int) {
        let end = base + (row.last?.event ?? 0) + 1
        while events.count < end { appendFreeSlot() }
        isBase[base] = true
        for entry in row {
            let slot = base + entry.event
            events[slot] = UInt32(truncatingIfNeeded: entry.event)
            values[slot] = UInt32(truncatingIfNeeded: entry.value)
            nextFree[slot] = slot + 1
        }
    }

    /// Appends a free slot, which no row has as its base.
    private mutating func appendFreeSlot() {
        events.append(Self.empty)
        values.append(0)
        isBase.append(false)
        nextFree.append(nextFree.count)
    }

    /// Returns an unused base for the row without entries. Appends a slot if each slot is already the base of a row.
    ///
    /// The row is placed last, so the base need not be marked as taken.
    private mutating func unusedBase() -> Int {
        // If no other row has entries, every base is unused.
        if events.isEmpty { return 0 }
        if let base = isBase.firstIndex(of: false) { return base }
        appendFreeSlot()
        return events.count - 1
    }
}
