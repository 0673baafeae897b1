/// Reads a regular expression.
struct PatternReader {
    let scalars: [Unicode.Scalar]
    private var position = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// The whole expression; nothing if it is none.
    mutating func read() -> Pattern.Part? {
        guard let part = either(), position == scalars.count else { return nil }
        return part
    }

    private mutating func either() -> Pattern.Part? {
        var parts: [Pattern.Part] = []
        repeat {
            guard let part = sequence() else { return nil }
            parts.append(part)
        } while take("|")
        return .either(parts)
    }

    private mutating func sequence() -> Pattern.Part? {
        var parts: [Pattern.Part] = []
        while let next, next != "|", next != ")" {
            guard var part = atom() else { return nil }
            while let counted = times(part) { part = counted }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func times(_ part: Pattern.Part) -> Pattern.Part? {
        if take("*") { return .times(part, 0, nil) }
        if take("+") { return .times(part, 1, nil) }
        if take("?") { return .times(part, 0, 1) }
        guard take("{") else { return nil }
        let least = number() ?? 0
        let most = take(",") ? number() : least
        _ = take("}")
        return .times(part, least, most)
    }

    private mutating func number() -> Int? {
        var text = ""
        while let next, ("0"..."9").contains(next) {
            text.unicodeScalars.append(next)
            position += 1
        }
        return Int(text)
    }

    private mutating func atom() -> Pattern.Part? {
        guard let first = next else { return nil }
        position += 1
        switch first {
        case "(":
            guard let part = either(), take(")") else { return nil }
            return part
        case ".": return .set([], isNegated: true)
        case "[": return set()
        case "\\": return escaped().map { .set($0, isNegated: false) }
        default: return .set([first.value...first.value], isNegated: false)
        }
    }

    private mutating func escaped() -> [ClosedRange<UInt32>]? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "d": return [0x30...0x39]
        case "w": return [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
        case "s": return [0x09...0x0D, 0x20...0x20]
        case "n": return [0x0A...0x0A]
        case "r": return [0x0D...0x0D]
        case "t": return [0x09...0x09]
        default: return [scalar.value...scalar.value]
        }
    }

    private mutating func set() -> Pattern.Part? {
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = next, scalar != "]" || ranges.isEmpty {
            position += 1
            guard scalar != "\\" else {
                guard let escaped = escaped() else { return nil }
                ranges += escaped
                continue
            }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges.append(scalar.value...scalar.value)
                continue
            }
            position += 1
            let last = scalars[position]
            position += 1
            guard scalar.value <= last.value else { return nil }
            ranges.append(scalar.value...last.value)
        }
        return take("]") ? .set(ranges, isNegated: isNegated) : nil
    }
}
