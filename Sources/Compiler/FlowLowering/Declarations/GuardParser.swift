import FlowIR

/// Parses a guard by recursive descent: tests joined by `and`, `or`, `not` and parentheses.
///
/// `parse` returns the first syntax error. The other parsing functions throw the error.
struct GuardParser {
    /// A word or quoted text, with its range in the guard in UTF-8 bytes.
    private struct Word {
        let text: String
        let range: Range<Int>
    }

    private enum Token {
        case word(Word)
        case quoted(Word)
        /// A punctuation character, and its offset in the guard.
        case punctuation(UInt8, Int)
    }

    private let source: EmbeddedText
    private let builder: ASTBuilder
    private var tokens: [Token] = []
    private var position = 0
    /// The number of tests parsed so far.
    private var testCount = 0
    /// The number of calls of `parseNegation` in progress; each parenthesis and each `not` adds one.
    private var depth = 0

    /// The maximum number of tests in a guard.
    private static let maxTests = 1_024
    /// The maximum number of parentheses and negations around a test.
    private static let maxDepth = 127

    /// Parses a guard, and returns the condition or the first syntax error.
    static func parse(_ source: EmbeddedText, _ builder: ASTBuilder) -> Result<BooleanTree<GuardTest>, GuardFault> {
        var parser = GuardParser(source: source, builder: builder)
        do throws(GuardFault) {
            return .success(try parser.parseGuard())
        } catch {
            return .failure(error)
        }
    }

    private init(source: EmbeddedText, builder: ASTBuilder) {
        self.source = source
        self.builder = builder
    }

    /// Parses the whole guard, which must be one condition.
    private mutating func parseGuard() throws(GuardFault) -> BooleanTree<GuardTest> {
        tokens = try tokenize(Array(source.text.utf8))
        let condition = try parseDisjunction()
        if position < tokens.count { throw fault("expected 'and' or 'or'", currentRange) }
        return condition
    }

    /// Returns a syntax error at a range of UTF-8 offsets in the guard.
    private func fault(_ message: String, _ range: Range<Int>) -> GuardFault {
        GuardFault(message: message, range: source.range(of: range))
    }

    // MARK: Tokens

    /// Splits a guard into words, quoted texts and punctuation.
    private func tokenize(_ bytes: [UInt8]) throws(GuardFault) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isWhiteSpace(byte) {
                index += 1
            } else if !Self.isWordByte(byte), let fault = foreignOperator(bytes, at: index) {
                throw fault
            } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "<") {
                tokens.append(.punctuation(byte, index))
                index += 1
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                tokens.append(.quoted(try scanQuoted(bytes, from: &index)))
            } else {
                tokens.append(.word(try scanWord(bytes, from: &index)))
            }
        }
        return tokens
    }

    /// Returns whether a byte is a space, tab, line break or another ASCII white space.
    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }

    /// Scans a quoted text. On return, `index` points after the closing quotation mark.
    private func scanQuoted(_ bytes: [UInt8], from index: inout Int) throws(GuardFault) -> Word {
        let start = index
        guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
            throw fault("the quoted text is not closed", start..<bytes.count)
        }
        index = end + 1
        return Word(text: String(decoding: bytes[(start + 1)..<end], as: UTF8.self), range: (start + 1)..<end)
    }

    /// Scans a word. On return, `index` points after its last byte.
    private func scanWord(_ bytes: [UInt8], from index: inout Int) throws(GuardFault) -> Word {
        let start = index
        while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
        guard index > start else {
            var error = fault("unexpected character", start..<(start + 1))
            error.help =
                "put this text in quotation marks: without them, it can have only ASCII letters, digits and _ . - * /"
            throw error
        }
        return Word(text: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index)
    }

    /// Operators of programming languages, each with advice on what to write in a guard.
    ///
    /// Of two operators with the same beginning, the longer one comes first.
    private static let operators: [(sign: String, help: String)] = [
        ("&&", "write 'and'"), ("&", "write 'and'"), ("||", "write 'or'"), ("|", "write 'or'"),
        ("!==", "write 'is not'"), ("!=", "write 'is not'"), ("<>", "write 'is not'"), ("<=", atMostHelp),
        ("=<", atMostHelp), (">=", atLeastHelp), ("=>", atLeastHelp), ("===", "write 'is'"), ("==", "write 'is'"),
        ("=", "write 'is'"), ("!", "write 'not'"),
        (">", "write 'not (… below …)' with the next number: 'not (tries below 4)' means more than 3"),
    ]

    private static let atMostHelp = "write 'below' with the next number: 'tries below 4' means at most 3"
    private static let atLeastHelp = "write 'not (… below …)': guards have only 'below'"

    /// Returns the error for an operator that guards do not have, or nil if there is none at `start`.
    private func foreignOperator(_ bytes: [UInt8], at start: Int) -> GuardFault? {
        let rest = bytes[start...]
        guard let (sign, help) = Self.operators.first(where: { rest.starts(with: $0.sign.utf8) }) else { return nil }
        let range = source.range(of: start..<start + sign.utf8.count)
        return GuardFault(message: "'\(sign)' is not an operator of guards", range: range, help: help)
    }

    /// Returns whether a byte can be part of a word.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// The range of the next token, or the empty range at the end of the guard.
    private var currentRange: Range<Int> {
        guard position < tokens.count else { return endRange }
        switch tokens[position] {
        case .word(let word), .quoted(let word): return word.range
        case .punctuation(_, let offset): return offset..<(offset + 1)
        }
    }

    private var endRange: Range<Int> { source.text.utf8.count..<source.text.utf8.count }

    /// Consumes the next token if it is the word `keyword`, and returns whether it was.
    private mutating func consume(_ keyword: String) -> Bool {
        guard position < tokens.count, case .word(let word) = tokens[position], word.text == keyword else {
            return false
        }
        position += 1
        return true
    }

    /// Consumes the next token if it is the given punctuation character, and returns whether it was.
    private mutating func consume(punctuation: UInt8) -> Bool {
        guard position < tokens.count, case .punctuation(punctuation, _) = tokens[position] else { return false }
        position += 1
        return true
    }

    // MARK: Grammar

    /// Parses one or more conjunctions, joined by `or`.
    private mutating func parseDisjunction() throws(GuardFault) -> BooleanTree<GuardTest> {
        var left = try parseConjunction()
        while consume("or") { left = .or(left, try parseConjunction()) }
        return left
    }

    /// Parses one or more conditions, joined by `and`.
    private mutating func parseConjunction() throws(GuardFault) -> BooleanTree<GuardTest> {
        var left = try parseNegation()
        while consume("and") { left = .and(left, try parseNegation()) }
        return left
    }

    /// Parses a test or a condition in parentheses, with any number of `not` before it.
    private mutating func parseNegation() throws(GuardFault) -> BooleanTree<GuardTest> {
        guard depth <= Self.maxDepth else {
            throw fault("the guard nests parentheses and 'not' more than \(Self.maxDepth) deep", currentRange)
        }
        depth += 1
        defer { depth -= 1 }
        if consume("not") { return .not(try parseNegation()) }
        if consume(punctuation: UInt8(ascii: "(")) {
            let inner = try parseDisjunction()
            guard consume(punctuation: UInt8(ascii: ")")) else { throw fault("expected ')'", currentRange) }
            return inner
        }
        return try parseTest()
    }

    /// Parses a test, such as `present session` or `method is push`.
    private mutating func parseTest() throws(GuardFault) -> BooleanTree<GuardTest> {
        guard testCount < Self.maxTests else {
            throw fault("the guard has more than \(Self.maxTests) tests", currentRange)
        }
        testCount += 1
        if consume("present") { return .leaf(.present(name(try expectWord("the name of a value")))) }
        if consume("sent") { return .leaf(.sent(name(try expectWord("the key of a request")))) }
        let subject = name(try expectWord("a condition"))
        if consume("is") {
            let isNegated = consume("not")
            let equals = BooleanTree.leaf(GuardTest.equals(subject, try parseLiteral()))
            return isNegated ? .not(equals) : equals
        }
        if consume("contains") { return .leaf(.contains(subject, try parseLiteral())) }
        if consume("matches") { return .leaf(.matches(subject, try parseLiteral())) }
        if consume("has-all") { return .leaf(.hasAll(subject, name(try expectWord("the name of a list")))) }
        if consume("below") || consume(punctuation: UInt8(ascii: "<")) {
            return .leaf(.below(subject, try parseLimit()))
        }
        return .leaf(.fact(subject))
    }

    /// The maximum limit that a guard can compare a counter with.
    private static let maxLimit = 255

    /// Parses the limit of a counter: a number from 0 to `maxLimit`.
    private mutating func parseLimit() throws(GuardFault) -> Int {
        let number = try expectWord("a number")
        guard let limit = Int(number.text), (0...Self.maxLimit).contains(limit) else {
            throw fault("expected a number from 0 to \(Self.maxLimit)", number.range)
        }
        return limit
    }

    /// Consumes the next token if it is a word other than `and` and `or`, and returns the word.
    ///
    /// Otherwise, throws an error, which says that `expectation` was expected.
    private mutating func expectWord(_ expectation: String) throws(GuardFault) -> Word {
        guard position < tokens.count, case .word(let word) = tokens[position], word.text != "and", word.text != "or"
        else { throw fault("expected \(expectation)", currentRange) }
        position += 1
        return word
    }

    /// Parses a literal: a word or a quoted text.
    private mutating func parseLiteral() throws(GuardFault) -> GuardLiteral {
        guard position < tokens.count else { throw fault("expected a word or a quoted text", endRange) }
        switch tokens[position] {
        case .word(let word), .quoted(let word):
            position += 1
            return GuardLiteral(
                text: word.text, offset: word.range.lowerBound, range: source.range(of: word.range))
        case .punctuation: throw fault("expected a word or a quoted text", currentRange)
        }
    }

    /// Interns a word, and returns it as a name with its place.
    private func name(_ word: Word) -> Name {
        Name(symbol: builder.symbols.intern(word.text), range: source.range(of: word.range))
    }
}
