/// A flow of any size: steps with three transitions each and no guards, all reachable, and an end.
enum GeneratedFlow {
    /// The events of every step.
    static let events = ["next", "left", "right"]

    /// The steps that step `index` of `count` leads to; `count` stands for the end. The first target makes a ring through
    /// all steps, the others are spread by a fixed mixing of bits, so that the same size always gives the same flow.
    static func targets(of index: Int, count: Int) -> [Int] {
        [index + 1, mixed(2 * index) % count, mixed(2 * index + 1) % count]
    }

    /// The finaliser of MurmurHash3, 64 bits.
    private static func mixed(_ value: Int) -> Int {
        var bits = UInt64(truncatingIfNeeded: value) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        bits = (bits ^ (bits >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return Int(truncatingIfNeeded: (bits ^ (bits >> 33)) >> 1)
    }

    /// The file.
    static func text(_ count: Int) -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<flow name=\"generated\" service=\"signin-25.service.xml\" start=\"s0\">\n"
        for event in events { text += "  <command name=\"\(event)\"/>\n" }
        for index in 0..<count {
            text += "  <step id=\"s\(index)\">\n"
            for (event, target) in zip(events, targets(of: index, count: count)) {
                text += "    <on event=\"\(event)\" to=\"\(target == count ? "done" : "s\(target)")\"/>\n"
            }
            text += "  </step>\n"
        }
        text += "  <end id=\"done\" outcome=\"done\"/>\n</flow>\n"
        return Array(text.utf8)
    }

    /// A walk over a flow of that size that never ends it, as indices of ``events``.
    static func walk(_ count: Int, length: Int) -> [UInt16] {
        var random = Random(seed: 7)
        var state = 0
        return (0..<length).map { _ in
            var event = random.below(3)
            if event == 0, state + 1 == count { event = 1 }
            state = targets(of: state, count: count)[event]
            return UInt16(event)
        }
    }
}

/// A small generator of numbers, the same on every machine (xorshift64*).
struct Random {
    private var state: UInt64

    /// A generator that gives the same numbers for the same seed.
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number from 0 to `bound` - 1.
    mutating func below(_ bound: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}
