/// Reads a pattern: alternatives of sequences of repeated atoms.
struct PatternParser {
    /// The scalars of the pattern with their UTF-8 offsets.
    let scalars: [(scalar: Unicode.Scalar, offset: Int)]
    /// The length of the pattern in UTF-8 bytes.
    let length: Int
    /// Index of the scalar to be read next.
    var position = 0
    private var depth = 0

    /// The deepest nesting of parentheses.
    static let deepest = 64
    /// The greatest number in `{n,m}`: each repetition of anything takes at least one of 255 states.
    static let maxRepetitions = 255

    /// A parser of a pattern.
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

    /// The whole pattern.
    mutating func parse() throws(PatternFault) -> PatternNode {
        let node = try alternatives()
        if next != nil { throw fault("a ')' closes nothing; write \\) for the character") }
        return node
    }

    /// The scalar to be read next.
    var next: Unicode.Scalar? { position < scalars.count ? scalars[position].scalar : nil }

    /// The UTF-8 offset of the scalar to be read next.
    var offset: Int { position < scalars.count ? scalars[position].offset : length }

    /// A fault at the scalar to be read next.
    func fault(_ message: String) -> PatternFault { PatternFault(offset: offset, message: message) }

    /// Reads a scalar if it comes next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func alternatives() throws(PatternFault) -> PatternNode {
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(PatternFault) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { parts.append(try repeated()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func repeated() throws(PatternFault) -> PatternNode {
        let atom = try atom()
        guard let (least, most) = try repetition() else { return atom }
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw fault("a repetition cannot be repeated; put parentheses around the first")
        }
        return .repeated(atom, least: least, most: most)
    }

    private mutating func repetition() throws(PatternFault) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == "{" else { return nil }
        let start = offset
        position += 1
        let least = try number()
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try number() }
        guard take("}") else { throw fault("a repetition is written {n}, {n,} or {n,m}") }
        if let most, most < least { throw PatternFault(offset: start, message: "{\(least),\(most)} is an empty range") }
        return (least, most)
    }

    private mutating func number() throws(PatternFault) -> Int {
        let start = offset
        var value: Int?
        while let digit = next, ("0"..."9").contains(digit) {
            value = (value ?? 0) * 10 + Int(digit.value - 0x30)
            position += 1
            if let value, value > Self.maxRepetitions {
                throw PatternFault(offset: start, message: "at most \(Self.maxRepetitions) repetitions are possible")
            }
        }
        guard let value else { throw fault("a number is missing in {n}, {n,} or {n,m}; write \\{ for the character") }
        return value
    }

    private mutating func atom() throws(PatternFault) -> PatternNode {
        guard let scalar = next else { throw fault("an expression is missing here") }
        switch scalar {
        case "(": return try group()
        case "[": return .scalar(try characterClass())
        case "\\": return .scalar(try escape())
        case "*", "+", "?", "{": throw fault("'\(scalar)' repeats nothing; write \\\(scalar) for the character")
        case "]", "}": throw fault("a '\(scalar)' closes nothing; write \\\(scalar) for the character")
        case "^", "$":
            let help = "write \\\(scalar) for the character"
            throw fault("'\(scalar)' is not needed, since a pattern covers the whole text; \(help)")
        default:
            position += 1
            return .scalar(scalar == "." ? .all : ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternFault) -> PatternNode {
        let start = offset
        position += 1
        if next == "?" { throw fault("patterns have no groups with '?'; use plain ( )") }
        guard depth < Self.deepest else { throw fault("parentheses are nested too deeply") }
        depth += 1
        let node = try alternatives()
        depth -= 1
        guard take(")") else { throw PatternFault(offset: start, message: "a '(' is not closed") }
        return node
    }
}
