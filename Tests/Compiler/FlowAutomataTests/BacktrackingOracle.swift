import TestSupport

/// A pattern built at random, with its text and the obvious, slow way to match it: over scalars, by trying everything.
indirect enum RandomPattern {
    case scalar(Unicode.Scalar)
    case anything
    case oneOf([ClosedRange<Unicode.Scalar>], inverted: Bool)
    case sequence([RandomPattern])
    case alternatives([RandomPattern])
    case repeated(RandomPattern, Int, Int?)

    static let letters: [Unicode.Scalar] = ["a", "b", "c", "é", "😀", "-", "."]

    static func make(_ depth: Int, _ random: inout Seeded) -> RandomPattern {
        switch random.below(depth > 0 ? 9 : 4) {
        case 0, 1: return .scalar(letters[random.below(letters.count)])
        case 2: return .anything
        case 3: return oneOf(&random)
        case 4, 5: return .sequence((0..<random.below(4)).map { _ in make(depth - 1, &random) })
        case 6: return .alternatives((0..<2 + random.below(2)).map { _ in make(depth - 1, &random) })
        default:
            let least = random.below(3)
            return .repeated(make(depth - 1, &random), least, random.below(2) == 0 ? nil : least + random.below(3))
        }
    }

    private static func oneOf(_ random: inout Seeded) -> RandomPattern {
        let ranges: [ClosedRange<Unicode.Scalar>] = ["a"..."b", "c"..."c", "b"..."é", "à"..."😀", "."..."."]
        return .oneOf(
            (0..<1 + random.below(2)).map { _ in ranges[random.below(ranges.count)] }, inverted: random.below(3) == 0)
    }

    var source: String {
        switch self {
        case .scalar(let scalar): scalar == "." ? "\\." : String(scalar)
        case .anything: "."
        case .oneOf(let ranges, let inverted):
            "[" + (inverted ? "^" : "")
                + ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined() + "]"
        case .sequence(let parts): parts.map(\.grouped).joined()
        case .alternatives(let branches): branches.map(\.grouped).joined(separator: "|")
        case .repeated(let part, 0, nil): part.grouped + "*"
        case .repeated(let part, 1, nil): part.grouped + "+"
        case .repeated(let part, 0, 1): part.grouped + "?"
        case .repeated(let part, let least, nil): part.grouped + "{\(least),}"
        case .repeated(let part, let least, let most?):
            part.grouped + (least == most ? "{\(least)}" : "{\(least),\(most)}")
        }
    }

    private var grouped: String {
        switch self {
        case .scalar, .anything, .oneOf: source
        default: "(" + source + ")"
        }
    }

    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return ends(scalars, 0).contains(scalars.count)
    }

    /// Where a match from a start can end.
    private func ends(_ text: [Unicode.Scalar], _ start: Int) -> Set<Int> {
        let next = start < text.count ? text[start] : nil
        switch self {
        case .scalar(let scalar): return next == scalar ? [start + 1] : []
        case .anything: return next == nil ? [] : [start + 1]
        case .oneOf(let ranges, let inverted):
            guard let next else { return [] }
            return ranges.contains { $0.contains(next) } != inverted ? [start + 1] : []
        case .sequence(let parts):
            return parts.reduce([start]) { starts, part in Set(starts.flatMap { part.ends(text, $0) }) }
        case .alternatives(let branches): return Set(branches.flatMap { $0.ends(text, start) })
        case .repeated(let part, let least, let most):
            var reached: Set<Int> = [start]
            for _ in 0..<least { reached = Set(reached.flatMap { part.ends(text, $0) }) }
            for _ in 0..<((most ?? least + text.count + 1) - least) {
                reached.formUnion(reached.flatMap { part.ends(text, $0) })
            }
            return reached
        }
    }
}

extension ClosedRange<Unicode.Scalar> {
    var count: Int { Int(upperBound.value - lowerBound.value) + 1 }
}
