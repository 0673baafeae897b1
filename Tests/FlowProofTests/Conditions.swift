import FlowCore
import FlowModel

extension Condition {
    /// The value that a test of one value is about.
    var slot: SlotID? {
        switch self {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _): slot
        default: nil
        }
    }

    /// Whether a test of one value holds of a value.
    func holds(of value: FlowValue?, _ patterns: [Pattern]) -> Bool {
        switch self {
        case .present: value != nil
        case .equals(_, let word, let ignoringCase):
            value?.text.map { ignoringCase ? $0.folded == word.folded : Array($0.utf8) == Array(word.utf8) } ?? false
        case .contains(_, let part): value?.contains(part) ?? false
        case .matches(_, let pattern): value?.text.map { patterns[pattern].accepts(Array($0.utf8)) } ?? false
        default: false
        }
    }
}

extension Pattern {
    /// Whether the automaton accepts a text.
    func accepts(_ bytes: [UInt8]) -> Bool {
        let classCount = next.count / max(1, accepts.count)
        var state = 0
        for byte in bytes { state = Int(next[state * classCount + Int(classes[Int(byte)])]) }
        return accepts[state]
    }
}

extension String {
    /// The bytes without regard to ASCII case.
    var folded: [UInt8] { utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 } }
}

extension FlowValue {
    /// A literal as a value of a type.
    static func literal(_ text: String, _ type: ValueType) -> FlowValue {
        type == .list
            ? .list(text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }) : .text(text)
    }

    /// Whether a list has an item, a map a key, or a text a part.
    func contains(_ part: String) -> Bool {
        switch self {
        case .list(let items): return items.contains(part)
        case .map(let entries): return entries.contains { $0.key == part }
        case .text(let text):
            let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
            return wanted.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: wanted) }
        }
    }

    /// Whether a list or the keys of a map have all items of a list.
    static func hasAll(_ holder: FlowValue?, _ wanted: FlowValue?) -> Bool {
        guard case .list(let items) = wanted else { return true }
        if case .text = holder { return items.isEmpty }
        return items.allSatisfy { holder?.contains($0) ?? false }
    }

    /// Two maps, the entries of the second winning.
    static func merged(_ first: FlowValue?, _ second: FlowValue?) -> FlowValue? {
        guard case .map(let added) = second else { return first }
        guard case .map(let entries) = first else { return second }
        let kept = entries.map { entry in added.last { $0.key == entry.key } ?? entry }
        return .map(kept + added.filter { entry in !entries.contains { $0.key == entry.key } })
    }
}
