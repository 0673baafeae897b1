/// A regular expression over Unicode scalars that matches whole texts, by the set of places that each part can end at.
struct Pattern: Sendable {
    indirect enum Part: Sendable {
        case set([ClosedRange<UInt32>], isNegated: Bool)
        case sequence([Part])
        case either([Part])
        case times(Part, Int, Int?)
    }

    private let root: Part?

    init(_ text: Text) {
        var reader = PatternReader(scalars: text.scalars)
        root = reader.read()
    }

    /// Whether the expression matches all of a text.
    func matches(_ text: Text) -> Bool {
        guard let root else { return false }
        let scalars = text.scalars.map(\.value)
        return ends(of: root, from: [0], in: scalars).contains(scalars.count)
    }

    private func ends(of part: Part, from starts: Set<Int>, in text: [UInt32]) -> Set<Int> {
        switch part {
        case .set(let ranges, let isNegated):
            return Set(
                starts.filter { start in
                    start < text.count && ranges.contains { $0.contains(text[start]) } != isNegated
                }.map { $0 + 1 })
        case .sequence(let parts): return parts.reduce(starts) { ends(of: $1, from: $0, in: text) }
        case .either(let parts):
            return parts.reduce(into: Set()) { $0.formUnion(ends(of: $1, from: starts, in: text)) }
        case .times(let part, let least, let most):
            return repeated(part, least, most, from: starts, in: text)
        }
    }

    private func repeated(_ part: Part, _ least: Int, _ most: Int?, from starts: Set<Int>, in text: [UInt32]) -> Set<
        Int
    > {
        var current = starts
        for _ in 0..<least { current = ends(of: part, from: current, in: text) }
        var all = current
        var count = least
        while !current.isEmpty, count < most ?? Int.max {
            current = ends(of: part, from: current, in: text).subtracting(all)
            all.formUnion(current)
            count += 1
        }
        return all
    }
}
