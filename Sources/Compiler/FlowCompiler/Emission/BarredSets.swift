import FlowIR
import FlowTable

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
