/// Overlays sparse rows so that their entries interlock like the teeth of combs.
///
/// An entry stores its event, so a slot with event `e` at base + e can only belong to the row with that base. Distinct
/// rows therefore only need distinct bases and free slots. Rows are placed longest first, each at the first position
/// where it fits. A search stops after a bounded number of positions and permanently skips half of them, so that
/// packing is linear in practice.
struct CombPacker {
    /// The event of each slot, or ``empty``.
    private(set) var events: [UInt32] = []
    /// The value of each slot.
    private(set) var values: [UInt32] = []
    private var usedBases: [Bool] = []
    /// By slot: itself if it is free, otherwise a later slot before which none is free.
    private var nextFree: [Int] = []

    static var empty: UInt32 { .max }

    /// Packs distinct rows.
    /// - Returns: the base of each row.
    mutating func pack(_ rows: [Row]) -> [Int] {
        var bases = [Int](repeating: 0, count: rows.count)
        let order = rows.indices.sorted { (-rows[$0].count, $0) < (-rows[$1].count, $1) }
        let longestSearch = rows.count > 4096 ? 48 : 4096
        var cursor = 0
        var length = -1
        for index in order {
            let row = rows[index]
            if row.count != length { cursor = 0 }
            length = row.count
            if row.isEmpty {
                bases[index] = unusedBase()
            } else {
                bases[index] = place(row, from: &cursor, atMost: longestSearch)
            }
        }
        return bases
    }

    private mutating func place(_ row: Row, from cursor: inout Int, atMost longestSearch: Int) -> Int {
        let first = row[0].event
        cursor = firstFree(from: cursor)
        var slot = firstFree(from: max(cursor, first))
        var halfway = slot
        var tries = 0
        while slot < events.count, !fits(row, at: slot - first) {
            tries += 1
            if tries == longestSearch / 2 { halfway = slot }
            if tries == longestSearch {
                cursor = halfway
                slot = events.count
            } else {
                slot = firstFree(from: slot + 1)
            }
        }
        while !fits(row, at: slot - first) { slot += 1 }
        put(row, at: slot - first)
        return slot - first
    }

    /// The first free slot at or after `slot`, with path compression.
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

    private func fits(_ row: Row, at base: Int) -> Bool {
        if base < usedBases.count, usedBases[base] { return false }
        for entry in row {
            let slot = base + entry.event
            if slot >= events.count { return true }
            if events[slot] != Self.empty { return false }
        }
        return true
    }

    private mutating func put(_ row: Row, at base: Int) {
        let end = base + (row.last?.event ?? 0) + 1
        while events.count < end {
            events.append(Self.empty)
            values.append(0)
            usedBases.append(false)
            nextFree.append(nextFree.count)
        }
        usedBases[base] = true
        for entry in row {
            events[base + entry.event] = UInt32(truncatingIfNeeded: entry.event)
            values[base + entry.event] = UInt32(truncatingIfNeeded: entry.value)
            nextFree[base + entry.event] = base + entry.event + 1
        }
    }

    /// A base that no other row has, for a row without entries.
    private mutating func unusedBase() -> Int {
        if events.isEmpty { return 0 }
        if let base = usedBases.firstIndex(of: false) { return base }
        events.append(Self.empty)
        values.append(0)
        usedBases.append(true)
        nextFree.append(nextFree.count)
        return events.count - 1
    }
}
