import FlowDiagnostics
package import FlowCore
package import FlowIR

extension ValueTest {
    /// The value that a test of one value is about.
    package var slot: SlotID? {
        switch self {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _): slot
        default: nil
        }
    }

    /// Whether a test of one value holds of a value.
    package func holds(of value: FlowValue?, _ patterns: Table<Pattern, Pattern>) -> Bool {
        switch self {
        case .present: value?.isPresent == true
        case .equals(_, let word, let ignoringCase):
            value?.text.map { ignoringCase ? $0.folded == word.text.folded : $0.isSame(as: word.text) } ?? false
        case .contains(_, let part): value?.contains(part.text) ?? false
        case .matches(_, let pattern): value?.text.map { patterns[pattern].accepts(Array($0.utf8)) } ?? false
        default: false
        }
    }
}

extension Pattern {
    /// Whether the automaton accepts a text.
    package func accepts(_ bytes: [UInt8]) -> Bool {
        let classCount = next.count / max(1, accepts.count)
        var state = 0
        for byte in bytes { state = Int(next[state * classCount + Int(classes[Int(byte)])]) }
        return accepts[state]
    }
}

extension String {
    /// The bytes without regard to ASCII case.
    package var folded: [UInt8] { utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 } }

    /// Whether the bytes are the same; `==` takes texts for equal that only look alike.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
