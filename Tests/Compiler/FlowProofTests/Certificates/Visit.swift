import FlowCore
import FlowIR
import TestSupport

/// What a run came to: where it waits, and with which data.
struct Visit {
    let state: StateID
    let values: Table<Slot, FlowValue?>
    let counters: Table<Counter, Int>
    /// The step presented last.
    let last: StateID?
    /// Sessions that the service has answered.
    let used: Set<String>
    let isProven: Bool

    init(_ run: MonitoredRun) {
        state = run.state
        values = Table(run.session.parameters.values)
        counters = run.model.counters
        last = run.session.lastStep
        used = run.usedSessions
        isProven = run.isProven
    }

    /// How a fact of a certificate comes out; nothing for what only a proof can tell.
    func holds(_ fact: String, _ flow: LoweredFlow) -> Bool? {
        let words = fact.split(separator: " ").map(String.init)
        guard words.count > 1, let slot = Int(words[1]).map({ SlotID($0) }) else { return nil }
        let value = values[slot]
        let text = words.count > 2 ? Self.bytes(words[2]) : []
        switch (words[0], value) {
        case ("present", _): return value?.isPresent ?? false
        case ("equals", .text(let own)?): return Array(own.utf8) == text
        case ("folded", .text(let own)?): return own.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } == text
        case ("contains", .text(let own)?): return Array(own.utf8).containsPart(text)
        case ("contains", .list(let items)?): return items.contains { Array($0.utf8) == text }
        case ("contains", .map(let entries)?): return entries.contains { Array($0.key.utf8) == text }
        case ("matches", .text(let own)?): return flow.patterns[PatternID(Int(words[2]) ?? 0)].takes(own)
        case ("equals", nil), ("folded", nil), ("contains", nil), ("matches", nil): return false
        case ("fresh", .text(let own)?): return used.contains(own) ? false : nil
        default: return nil
        }
    }

    private static func bytes(_ word: String) -> [UInt8] {
        let digits = Array(word.dropFirst())
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}

extension Pattern {
    /// Whether a text has the form.
    fileprivate func takes(_ text: String) -> Bool {
        let width = next.count / accepts.count
        return accepts[text.utf8.reduce(0) { Int(next[$0 * width + Int(classes[Int($1)])]) }]
    }
}
