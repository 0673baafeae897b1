extension PatternParser {
    /// A class, from its `[`.
    mutating func characterClass() throws(PatternFault) -> ScalarSet {
        let start = offset
        position += 1
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = next, scalar != "]" {
            let (set, first) = try classMember()
            let bounds = first.flatMap { rangeEnd() ? $0 : nil }
            if let bounds { ranges.append(try classRange(from: bounds)) } else { ranges += set.ranges }
        }
        guard take("]") else { throw PatternFault(offset: start, message: "a '[' is not closed") }
        if ranges.isEmpty {
            throw PatternFault(offset: start, message: "a class must have members; write \\] for a ']'")
        }
        let set = ScalarSet(ranges)
        let result = isInverted ? set.inverted : set
        if result.isEmpty { throw PatternFault(offset: start, message: "this class matches nothing") }
        return result
    }

    /// An escape, from its `\`.
    mutating func escape() throws(PatternFault) -> ScalarSet {
        let start = offset
        position += 1
        guard let scalar = next else { throw PatternFault(offset: start, message: "a '\\' ends the pattern") }
        position += 1
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .word
        case "W": return ScalarSet.word.inverted
        case "s": return .space
        case "S": return ScalarSet.space.inverted
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        default:
            guard scalar.isASCII, !ScalarSet.word.contains(scalar), scalar.value > 0x20, scalar.value != 0x7F else {
                throw PatternFault(offset: start, message: "'\\\(scalar)' is not a known escape")
            }
            return ScalarSet(scalar)
        }
    }

    /// A member, and the scalar that it stands for if it is a single one.
    private mutating func classMember() throws(PatternFault) -> (ScalarSet, Unicode.Scalar?) {
        guard let scalar = next else { throw fault("a class is not closed") }
        guard scalar != "[" else { throw fault("write \\[ for a '[' in a class") }
        if scalar != "\\" {
            position += 1
            return (ScalarSet(scalar), scalar)
        }
        let set = try escape()
        guard set.ranges.count == 1, let only = set.ranges.first, only.count == 1 else { return (set, nil) }
        return (set, Unicode.Scalar(only.lowerBound))
    }

    /// Whether a `-` follows that stands between two members; it is read.
    private mutating func rangeEnd() -> Bool {
        guard next == "-", position + 1 < scalars.count, scalars[position + 1].scalar != "]" else { return false }
        position += 1
        return true
    }

    private mutating func classRange(from first: Unicode.Scalar) throws(PatternFault) -> ClosedRange<UInt32> {
        let start = offset
        guard let last = try classMember().1 else {
            throw PatternFault(offset: start, message: "a range must end with one character")
        }
        guard first <= last else { throw PatternFault(offset: start, message: "a range must not run backwards") }
        return first.value...last.value
    }
}

extension ScalarSet {
    /// Whether a scalar is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }
}
