/// Reads a guard: words joined by `and`, `or`, `not` and parentheses.
struct GuardParser {
    /// Why a guard cannot be read, and where.
    struct Fault: Error {
        var message: String
        var range: Range<Int>
    }

    private enum Token {
        case word(GuardWord)
        case quoted(GuardWord)
        case symbol(UInt8, Int)
    }

    private let tokens: [Token]
    private let end: Int
    private var position = 0

    static func parse(_ text: String) throws(Fault) -> GuardExpression {
        var parser = GuardParser(tokens: try tokenize(Array(text.utf8)), end: text.utf8.count)
        let expression = try parser.disjunction()
        if parser.position < parser.tokens.count {
            throw Fault(message: "expected 'and' or 'or'", range: parser.place(parser.position))
        }
        return expression
    }

    private init(tokens: [Token], end: Int) {
        self.tokens = tokens
        self.end = end
    }

    private static func tokenize(_ bytes: [UInt8]) throws(Fault) -> [Token] {
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
                let start = index
                index += 1
                while index < bytes.count, bytes[index] != byte { index += 1 }
                guard index < bytes.count else {
                    throw Fault(message: "the quoted text does not end", range: start..<bytes.count)
                }
                let text = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
                tokens.append(.quoted(GuardWord(text: text, range: (start + 1)..<index)))
                index += 1
            } else {
                let start = index
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                guard index > start else {
                    throw Fault(message: "unexpected character", range: start..<(start + 1))
                }
                let text = String(decoding: bytes[start..<index], as: UTF8.self)
                tokens.append(.word(GuardWord(text: text, range: start..<index)))
            }
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private func place(_ index: Int) -> Range<Int> {
        guard index < tokens.count else { return end..<end }
        switch tokens[index] {
        case .word(let word), .quoted(let word): return word.range
        case .symbol(_, let offset): return offset..<(offset + 1)
        }
    }

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

    private mutating func disjunction() throws(Fault) -> GuardExpression {
        var left = try conjunction()
        while take("or") { left = .or(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(Fault) -> GuardExpression {
        var left = try negation()
        while take("and") { left = .and(left, try negation()) }
        return left
    }

    private mutating func negation() throws(Fault) -> GuardExpression {
        if take("not") { return .not(try negation()) }
        if take(symbol: UInt8(ascii: "(")) {
            let inner = try disjunction()
            guard take(symbol: UInt8(ascii: ")")) else { throw Fault(message: "expected ')'", range: place(position)) }
            return inner
        }
        return try atom()
    }

    private mutating func name(_ what: String) throws(Fault) -> GuardWord {
        guard position < tokens.count, case .word(let word) = tokens[position], word.text != "and", word.text != "or"
        else {
            throw Fault(message: "expected \(what)", range: place(position))
        }
        position += 1
        return word
    }

    private mutating func literal() throws(Fault) -> GuardWord {
        guard position < tokens.count else {
            throw Fault(message: "expected a word or a quoted text", range: end..<end)
        }
        switch tokens[position] {
        case .word(let word), .quoted(let word):
            position += 1
            return word
        case .symbol: throw Fault(message: "expected a word or a quoted text", range: place(position))
        }
    }

    private mutating func atom() throws(Fault) -> GuardExpression {
        if take("present") { return .atom(.present(try name("the name of a value"))) }
        if take("sent") { return .atom(.sent(try name("the key of a request"))) }
        let subject = try name("a condition")
        if take("is") {
            let isNegated = take("not")
            let equals = GuardExpression.atom(.equals(subject, try literal()))
            return isNegated ? .not(equals) : equals
        }
        if take("contains") { return .atom(.contains(subject, try literal())) }
        if take("matches") { return .atom(.matches(subject, try literal())) }
        if take("has-all") { return .atom(.hasAll(subject, try name("the name of a list"))) }
        if take("below") || take(symbol: UInt8(ascii: "<")) {
            let number = try name("a number")
            guard let limit = Int(number.text), limit >= 0, limit < 256 else {
                throw Fault(message: "expected a number from 0 to 255", range: number.range)
            }
            return .atom(.below(subject, limit))
        }
        return .atom(.fact(subject))
    }
}
