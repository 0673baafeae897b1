import FlowDiagnostics

extension PatternParser {
    /// Parses a character class, and returns the scalars that it matches. The next scalar must be its `[`.
    mutating func parseClass() throws(PatternFault) -> ScalarSet {
        let start = offset
        position += 1
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = next, scalar != "]" {
            let (set, single) = try parseClassMember()
            if let single, takeRangeHyphen() {
                ranges.append(try parseRange(from: single))
            } else {
                ranges += set.ranges
            }
        }
        guard take("]") else { throw PatternFault(offset: start, message: "a '[' is not closed") }
        if ranges.isEmpty {
            let help = Self.escapeHelp(for: "]")
            throw PatternFault(offset: start, message: "a class must have at least one member; \(help)")
        }
        let set = ScalarSet(ranges)
        let result = isInverted ? set.inverted : set
        guard !result.isEmpty else {
            throw PatternFault(offset: start, message: "this class matches no character; exclude fewer characters")
        }
        return result
    }

    /// Parses an escape, and returns the scalars that it matches. The next scalar must be its `\`.
    mutating func parseEscape() throws(PatternFault) -> ScalarSet {
        let start = offset
        position += 1
        guard let scalar = next else {
            let help = Self.escapeHelp(for: "\\")
            throw PatternFault(offset: start, message: "a '\\' ends the pattern; \(help)")
        }
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
        case "1"..."9": throw PatternFault(offset: start, message: "a pattern cannot contain a back-reference")
        default:
            guard scalar.canBeEscaped else {
                let help = "to match the character '\(scalar)', omit the backslash"
                throw PatternFault(offset: start, message: "unknown escape '\\\(scalar)'; \(help)")
            }
            return ScalarSet(scalar)
        }
    }

    /// Returns the help that says how to match a scalar that has a special meaning.
    static func escapeHelp(for scalar: Unicode.Scalar) -> String {
        "to match the character '\(scalar)', write \\\(scalar)"
    }

    /// Parses a member of a class, or the end of a range. Returns its scalars as a set, and the scalar itself if there
    /// is exactly one.
    private mutating func parseClassMember() throws(PatternFault) -> (set: ScalarSet, single: Unicode.Scalar?) {
        guard let scalar = next else { throw fault("a '[' is not closed") }
        guard scalar != "[" else { throw fault("a class cannot contain a '['; \(Self.escapeHelp(for: scalar))") }
        if scalar != "\\" {
            position += 1
            return (ScalarSet(scalar), scalar)
        }
        let set = try parseEscape()
        guard set.ranges.count == 1, let only = set.ranges.first, only.count == 1 else { return (set, nil) }
        return (set, Unicode.Scalar(only.lowerBound))
    }

    /// Consumes the next scalar if it is the `-` of a range, and returns whether it is.
    ///
    /// A `-` at the end of a class stands for itself.
    private mutating func takeRangeHyphen() -> Bool {
        guard next == "-", position + 1 < scalars.count, scalars[position + 1].scalar != "]" else { return false }
        position += 1
        return true
    }

    /// Parses the upper bound of a range that begins with `first`, and returns the range.
    ///
    /// - Throws: an error if the bound is not a single scalar, or is less than `first`
    private mutating func parseRange(from first: Unicode.Scalar) throws(PatternFault) -> ClosedRange<UInt32> {
        let start = offset
        guard let last = try parseClassMember().single else {
            throw PatternFault(offset: start, message: "a range must end with one character, as in a-z")
        }
        guard first <= last else {
            throw PatternFault(
                offset: start,
                message: "the end of a range must not come before its start; write the smaller character first")
        }
        return first.value...last.value
    }
}

extension Unicode.Scalar {
    /// Whether an escape with this scalar matches the scalar itself, as for ASCII punctuation except `_`.
    fileprivate var canBeEscaped: Bool {
        isASCII && self > " " && self != "\u{7F}" && !ScalarSet.word.contains(self)
    }
}
