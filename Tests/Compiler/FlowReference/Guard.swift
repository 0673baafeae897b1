/// A condition, as section 9 lists them.
indirect enum Guard: Hashable, Sendable {
    case isTrue(Text)
    case present(Text)
    case equals(Text, Text)
    case contains(Text, Text)
    case matches(Text, Text)
    case hasAll(Text, Text)
    case sent(Text)
    case below(Text, Int)
    case not(Guard)
    case both(Guard, Guard)
    case either(Guard, Guard)

    /// Reads a guard.
    init(_ text: Text) {
        var reader = GuardReader(text)
        self = reader.either()
    }
}

/// Reads a guard from left to right.
private struct GuardReader {
    private struct Token: Equatable {
        let text: Text
        /// Whether it stands in quotes, so that it is no word of the language.
        let isQuoted: Bool
    }

    private var tokens: [Token] = []
    private var position = 0

    init(_ text: Text) {
        var rest = text.bytes[...]
        while let first = rest.first {
            if Text.isSpace(first) {
                rest = rest.dropFirst()
            } else if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
                let inner = rest.dropFirst().prefix { $0 != first }
                tokens.append(Token(text: Text(bytes: Array(inner)), isQuoted: true))
                rest = rest.dropFirst(inner.count + 2)
            } else if Self.isSign(first) {
                tokens.append(Token(text: Text(bytes: [first]), isQuoted: false))
                rest = rest.dropFirst()
            } else {
                let word = rest.prefix { !Text.isSpace($0) && !Self.isSign($0) && $0 != UInt8(ascii: "'") }
                tokens.append(Token(text: Text(bytes: Array(word)), isQuoted: false))
                rest = rest.dropFirst(word.count)
            }
        }
    }

    private static func isSign(_ byte: UInt8) -> Bool { [0x28, 0x29, 0x3C].contains(byte) }

    private mutating func take(_ word: Text) -> Bool {
        guard position < tokens.count, tokens[position] == Token(text: word, isQuoted: false) else { return false }
        position += 1
        return true
    }

    private mutating func word() -> Text {
        guard position < tokens.count else { return "" }
        position += 1
        return tokens[position - 1].text
    }

    mutating func either() -> Guard {
        var result = both()
        while take("or") { result = .either(result, both()) }
        return result
    }

    private mutating func both() -> Guard {
        var result = negated()
        while take("and") { result = .both(result, negated()) }
        return result
    }

    private mutating func negated() -> Guard {
        if take("not") { return .not(negated()) }
        guard take("(") else { return test() }
        let inner = either()
        _ = take(")")
        return inner
    }

    private mutating func test() -> Guard {
        let name = word()
        if take("is") { return take("not") ? .not(.equals(name, word())) : .equals(name, word()) }
        if take("contains") { return .contains(name, word()) }
        if take("matches") { return .matches(name, word()) }
        if take("has-all") { return .hasAll(name, word()) }
        if take("below") || take("<") { return .below(name, Int(word().description) ?? 0) }
        if name == "present" { return .present(word()) }
        if name == "sent" { return .sent(word()) }
        return .isTrue(name)
    }
}
