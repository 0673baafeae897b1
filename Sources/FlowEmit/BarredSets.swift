import FlowModel
import FlowTable

/// The sets of impossible replies to requests, without duplicates.
struct BarredSets {
    /// By request: 1 + the index of its set, or 0 if all replies are possible.
    private var references: [Int] = []
    /// The sets as bits: success, then the challenges in the order of their events.
    private(set) var sets: [[UInt8]] = []

    /// Records the set of impossible replies to the next request.
    mutating func add(_ replies: Replies, of flow: CheckedFlow) {
        let challenges = flow.events.filter { $0.kind == .challenge }
        var bits = [UInt8](repeating: 0, count: TableFormat.barredSetBytes(challenges: challenges.count))
        if replies.success { bits[0] = 1 }
        for (index, event) in challenges.enumerated() where replies.contains(challenge: event.name) {
            bits[(index + 1) / 8] |= 1 << UInt8((index + 1) % 8)
        }
        references.append(intern(bits))
    }

    /// Returns 1 + the index of a set, and adds the set if it is new; returns 0 for the empty set.
    private mutating func intern(_ bits: [UInt8]) -> Int {
        if bits.allSatisfy({ $0 == 0 }) { return 0 }
        if let known = sets.firstIndex(of: bits) { return known + 1 }
        sets.append(bits)
        return sets.count
    }

    /// Writes the reference of each request, then the sets.
    func write(to body: inout ByteWriter) {
        body.column(references, pointingAt: TableFormat.targets(orNoneOf: sets.count))
        for bits in sets { body.append(bits) }
    }
}
