/// A recursive descent parser of patterns. Each parsing function throws the first syntax error that it finds.
struct PatternParser {
    /// The scalars of the pattern with their UTF-8 offsets.
    let scalars: [(scalar: Unicode.Scalar, offset: Int)]
    /// The length of the pattern in UTF-8 bytes.
    let length: Int
    /// The index of the next scalar.
    var position = 0
    /// The number of parentheses that are open.
    private var depth = 0

    /// The maximum nesting depth of parentheses.
    static let maxDepth = 64
    /// The maximum number in `{n,m}`. With more repetitions, an automaton rarely fits into the 255 states of a table.
    static let maxRepetitions = 255

    /// Prepares a parser at the start of a pattern. Stores each scalar with its UTF-8 offset.
    init(_ source: String) {
        var scalars: [(Unicode.Scalar, Int)] = []
        var offset = 0
        for scalar in source.unicodeScalars {
            scalars.append((scalar, offset))
            offset += UTF8.width(scalar)
        }
        self.scalars = scalars
        length = offset
    }

    /// Parses the whole pattern, and returns its syntax tree.
    mutating func parse() throws(PatternFault) -> PatternNode {
        let node = try parseAlternatives()
        // Alternatives end at a ')' or at the end of the pattern.
        if next != nil { throw fault("a ')' has no matching '('; \(Self.escapeHelp(for: ")"))") }
        return node
    }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position].scalar : nil }

    /// The UTF-8 offset of the next scalar.
    var offset: Int { position < scalars.count ? scalars[position].offset : length }

    /// Returns an error with a message at the next scalar.
    func fault(_ message: String) -> PatternFault { PatternFault(offset: offset, message: message) }

    /// Consumes the next scalar if it equals `scalar`, and returns whether it does.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Parses one or more sequences that are separated by `|`.
    private mutating func parseAlternatives() throws(PatternFault) -> PatternNode {
        var branches = [try parseSequence()]
        while take("|") { branches.append(try parseSequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    /// Parses atoms up to a `|`, a `)` or the end.
    private mutating func parseSequence() throws(PatternFault) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { parts.append(try parseQuantifiedAtom()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// Parses an atom and the quantifier after it, if there is one.
    private mutating func parseQuantifiedAtom() throws(PatternFault) -> PatternNode {
        let atom = try parseAtom()
        guard let (least, most) = try parseQuantifier() else { return atom }
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw fault("a repetition cannot be repeated; enclose it in parentheses, as in (a{2})*")
        }
        return .repeated(atom, atLeast: least, atMost: most)
    }

    /// Parses a quantifier. Returns nil, and consumes nothing, if the next scalar does not begin one.
    ///
    /// If `most` is nil, the number of repetitions is unlimited.
    private mutating func parseQuantifier() throws(PatternFault) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == "{" else { return nil }
        let start = offset
        position += 1
        let least = try parseNumber()
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try parseNumber() }
        guard take("}") else { throw fault("write a repetition as {n}, {n,} or {n,m}") }
        if let most, most < least {
            throw PatternFault(
                offset: start, message: "{\(least),\(most)} is an empty range; write the smaller number first")
        }
        return (least, most)
    }

    /// Parses a repetition count, and returns it.
    ///
    /// - Throws: an error if there is no digit, or if the count is greater than `maxRepetitions`
    private mutating func parseNumber() throws(PatternFault) -> Int {
        let start = offset
        var value: Int?
        while let digit = next, ("0"..."9").contains(digit) {
            value = (value ?? 0) * 10 + Int(digit.value - ("0" as Unicode.Scalar).value)
            position += 1
            if let value, value > Self.maxRepetitions {
                throw PatternFault(offset: start, message: "a repetition count can be at most \(Self.maxRepetitions)")
            }
        }
        guard let value else {
            throw fault("a number is missing in {n}, {n,} or {n,m}; \(Self.escapeHelp(for: "{"))")
        }
        return value
    }

    /// Parses a group, a class, an escape or a single character. The caller has checked that a scalar follows.
    private mutating func parseAtom() throws(PatternFault) -> PatternNode {
        guard let scalar = next else { throw fault("an expression is missing here") }
        switch scalar {
        case "(": return try parseGroup()
        case "[": return .scalar(try parseClass())
        case "\\": return .scalar(try parseEscape())
        case "*", "+", "?", "{":
            throw fault("'\(scalar)' must follow the part that it repeats; \(Self.escapeHelp(for: scalar))")
        case "]", "}":
            let opening = scalar == "]" ? "[" : "{"
            throw fault("a '\(scalar)' has no matching '\(opening)'; \(Self.escapeHelp(for: scalar))")
        case "^", "$":
            let help = Self.escapeHelp(for: scalar)
            throw fault("'\(scalar)' is not needed, since a pattern covers the whole text; \(help)")
        default:
            position += 1
            return .scalar(scalar == "." ? .all : ScalarSet(scalar))
        }
    }

    /// Parses a group. The next scalar must be its `(`.
    private mutating func parseGroup() throws(PatternFault) -> PatternNode {
        let start = offset
        position += 1
        if next == "?" { throw fault("groups with '?' are not supported; use ( )") }
        guard depth < Self.maxDepth else {
            throw fault("parentheses are nested more than \(Self.maxDepth) deep; nest fewer")
        }
        depth += 1
        let node = try parseAlternatives()
        depth -= 1
        guard take(")") else { throw PatternFault(offset: start, message: "a '(' is not closed") }
        return node
    }
}

/// A node in the syntax tree of a pattern.
indirect enum PatternNode: Sendable {
    case scalar(ScalarSet)
    /// Matches the nodes one after another. An empty sequence matches the empty text.
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// Matches a node a number of times. If `atMost` is nil, the number is unlimited.
    case repeated(PatternNode, atLeast: Int, atMost: Int?)
}

/// An error in a pattern, with its position.
package struct PatternFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the pattern's source.
    package let offset: Int
    /// The error message, in lower case and without a full stop.
    package let message: String

    /// The error of a pattern whose automaton does not fit into a table.
    static let tooLarge = PatternFault(
        offset: 0,
        message: "the pattern is too large to compile; shorten it, or lower its repetition counts")
}
