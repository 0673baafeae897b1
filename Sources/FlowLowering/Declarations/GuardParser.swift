import FlowModel

/// Reads a guard: tests joined by `and`, `or`, `not` and parentheses.
struct GuardParser {
    private struct Word {
        let text: String
        let range: Range<Int>
    }

    private enum Token {
        case word(Word)
        case quoted(Word)
        case symbol(UInt8, Int)
    }

    private let source: EmbeddedText
    private let pass: ASTBuilder
    private var tokens: [Token] = []
    private var position = 0
    /// The number of tests so far, and of parentheses and negations around the next.
    private var (tests, depth) = (0, 0)

    /// The maximum number of tests of a guard, and the most parentheses and negations around one.
    private static let (maxTests, maxDepth) = (1_024, 128)

    /// The condition of a guard, or why it cannot be read.
    static func parse(_ source: EmbeddedText, _ pass: ASTBuilder) -> Result<BooleanTree<GuardTest>, GuardFault> {
        var parser = GuardParser(source: source, pass: pass)
        do throws(GuardFault) {
            return .success(try parser.guardClause())
        } catch {
            return .failure(error)
        }
    }

    private init(source: EmbeddedText, pass: ASTBuilder) {
        self.source = source
        self.pass = pass
    }

    private mutating func guardClause() throws(GuardFault) -> BooleanTree<GuardTest> {
        tokens = try tokenize(Array(source.text.utf8))
        let condition = try disjunction()
        if position < tokens.count { throw fault("expected 'and' or 'or'", place(position)) }
        return condition
    }

    private func fault(_ message: String, _ range: Range<Int>) -> GuardFault {
        GuardFault(message: message, range: source.range(of: range))
    }

    // MARK: Tokens

    private func tokenize(_ bytes: [UInt8]) throws(GuardFault) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
                index += 1
            } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "<") {
                tokens.append(.symbol(byte, index))
                index += 1
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                tokens.append(.quoted(try quoted(bytes, from: &index)))
            } else {
                tokens.append(.word(try word(bytes, from: &index)))
            }
        }
        return tokens
    }

    private func quoted(_ bytes: [UInt8], from index: inout Int) throws(GuardFault) -> Word {
        let start = index
        guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
            throw fault("the quoted text is not closed", start..<bytes.count)
        }
        index = end + 1
        return Word(text: String(decoding: bytes[(start + 1)..<end], as: UTF8.self), range: (start + 1)..<end)
    }

    private func word(_ bytes: [UInt8], from index: inout Int) throws(GuardFault) -> Word {
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        guard index > start else { throw unexpected(bytes, at: start) }
        return Word(text: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index)
    }

    /// Operators of other languages, with the words for them.
    private static let operators: [(String, String)] = [
        ("&&", "write 'and'"), ("||", "write 'or'"), ("!=", "write 'is not'"), ("==", "write 'is'"),
        ("=", "write 'is'"),
        ("!", "write 'not'"), (">", "write 'not (… below …)': guards have only 'below'"),
    ]

    private func unexpected(_ bytes: [UInt8], at start: Int) -> GuardFault {
        let rest = bytes[start...]
        guard let (sign, help) = Self.operators.first(where: { rest.starts(with: $0.0.utf8) }) else {
            return fault("unexpected character", start..<(start + 1))
        }
        let range = source.range(of: start..<start + sign.utf8.count)
        return GuardFault(message: "'\(sign)' is not an operator of guards", range: range, help: help)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private func place(_ index: Int) -> Range<Int> {
        guard index < tokens.count else { return end }
        switch tokens[index] {
        case .word(let word), .quoted(let word): return word.range
        case .symbol(_, let offset): return offset..<(offset + 1)
        }
    }

    private var end: Range<Int> { source.text.utf8.count..<source.text.utf8.count }

    private mutating func take(_ keyword: String) -> Bool {
        guard position < tokens.count, case .word(let word) = tokens[position], word.text == keyword else {
            return false
        }
        position += 1
        return true
    }

    private mutating func take(symbol: UInt8) -> Bool {
        guard position < tokens.count, case .symbol(symbol, _) = tokens[position] else { return false }
        position += 1
        return true
    }

    // MARK: Grammar

    private mutating func disjunction() throws(GuardFault) -> BooleanTree<GuardTest> {
        var left = try conjunction()
        while take("or") { left = .or(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(GuardFault) -> BooleanTree<GuardTest> {
        var left = try negation()
        while take("and") { left = .and(left, try negation()) }
        return left
    }

    private mutating func negation() throws(GuardFault) -> BooleanTree<GuardTest> {
        guard depth < Self.maxDepth else { throw fault("the guard is nested too deeply", place(position)) }
        depth += 1
        defer { depth -= 1 }
        if take("not") { return .not(try negation()) }
        if take(symbol: UInt8(ascii: "(")) {
            let inner = try disjunction()
            guard take(symbol: UInt8(ascii: ")")) else { throw fault("expected ')'", place(position)) }
            return inner
        }
        return try test()
    }

    private mutating func test() throws(GuardFault) -> BooleanTree<GuardTest> {
        guard tests < Self.maxTests else {
            throw fault("the guard has more than \(Self.maxTests) conditions", place(position))
        }
        tests += 1
        if take("present") { return .leaf(.present(name(try word("the name of a value")))) }
        if take("sent") { return .leaf(.sent(name(try word("the key of a request")))) }
        let subject = name(try word("a condition"))
        if take("is") {
            let isNegated = take("not")
            let equals = BooleanTree.leaf(GuardTest.equals(subject, try literal()))
            return isNegated ? .not(equals) : equals
        }
        if take("contains") { return .leaf(.contains(subject, try literal())) }
        if take("matches") { return .leaf(.matches(subject, try literal())) }
        if take("has-all") { return .leaf(.hasAll(subject, name(try word("the name of a list")))) }
        if take("below") || take(symbol: UInt8(ascii: "<")) { return .leaf(.below(subject, try bound())) }
        return .leaf(.fact(subject))
    }

    private mutating func bound() throws(GuardFault) -> Int {
        let number = try word("a number")
        guard let bound = Int(number.text), bound >= 0, bound < 256 else {
            throw fault("expected a number from 0 to 255", number.range)
        }
        return bound
    }

    private mutating func word(_ what: String) throws(GuardFault) -> Word {
        guard position < tokens.count, case .word(let word) = tokens[position], word.text != "and", word.text != "or"
        else { throw fault("expected \(what)", place(position)) }
        position += 1
        return word
    }

    private mutating func literal() throws(GuardFault) -> GuardLiteral {
        guard position < tokens.count else { throw fault("expected a word or a quoted text", end) }
        switch tokens[position] {
        case .word(let word), .quoted(let word):
            position += 1
            return GuardLiteral(
                text: word.text, offset: word.range.lowerBound, range: source.range(of: word.range))
        case .symbol: throw fault("expected a word or a quoted text", place(position))
        }
    }

    private func name(_ word: Word) -> Name {
        Name(symbol: pass.symbols.intern(word.text), range: source.range(of: word.range))
    }
}
