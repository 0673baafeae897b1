/// The required form of an attribute's value.
package enum ValueKind: Equatable, Sendable {
    case text
    /// Any nonempty text, such as a guard.
    case nonEmpty
    /// A name: a letter or `_`, then letters, digits, `_`, `.` and `-`.
    case name
    /// A name or `*`.
    case nameOrStar
    /// One or more names separated by white space.
    case names
    /// One or more names or `*` separated by white space.
    case namesOrStar
    /// One or more paths through a flow, separated by white space.
    ///
    /// A path consists of names joined by `/`, optionally followed by `:` and an outcome.
    case passings
    /// A name, a name followed by `*`, or `*`.
    case key
    /// One or more keys separated by white space.
    case keys
    /// 1 to 9 digits.
    case number
    /// A number from 1 to 255.
    case tries
    /// A name or a number from 1 to 86,400.
    case nameOrSeconds
    /// Nonempty text without white space.
    case token
    /// One or more references separated by white space: letters, digits, `_`, `.`, `:` and `-`.
    case references
    /// One or more paths separated by white space.
    case paths
    /// A name in Swift in camel case: a letter, then letters and digits.
    case swiftName
    /// One of several words; surrounding white space is ignored.
    case word([String])

    /// One or more of several words, separated by white space.
    case words([String])

    /// `true` or `false`.
    package static let boolean = ValueKind.word(["true", "false"])

    var isList: Bool {
        switch self {
        case .names, .namesOrStar, .passings, .keys, .references, .paths, .words: true
        default: false
        }
    }

    /// Returns whether a decoded value has this form.
    func accepts(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .text: return true
        case .nonEmpty: return !value.isEmpty
        case .names, .namesOrStar, .passings, .keys, .references, .paths, .words: return acceptsList(value)
        case .word(let words):
            let trimmed = value.trimmedRange
            return words.contains { $0.utf8.count == trimmed.count && $0.utf8.elementsEqual(value[trimmed]) }
        case .nameOrStar:
            // As in the grammar, `*` may have white space around it, and a name may not.
            let trimmed = value.trimmedRange
            return acceptsToken(value) || (trimmed.count == 1 && value[trimmed.lowerBound] == Byte.star)
        case .name, .key, .number, .tries, .nameOrSeconds, .token, .swiftName: return acceptsToken(value)
        }
    }

    /// Returns whether a word of a list, or a value that is a single word, has this form.
    func acceptsToken(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .name, .names: Self.isName(token)
        case .nameOrStar, .namesOrStar: Self.isName(token) || (token.count == 1 && token[0] == Byte.star)
        case .passings: Self.isPassing(token)
        case .key, .keys: Self.isKey(token)
        case .number: token.count <= 9 && Self.isNumber(token, in: 0...999_999_999)
        case .tries: Self.isNumber(token, in: 1...255)
        case .nameOrSeconds: Self.isName(token) || Self.isNumber(token, in: 1...86_400)
        case .swiftName: Self.isSwiftName(token)
        case .references: !token.isEmpty && token.allSatisfy { Self.continuesName($0) || $0 == Byte.colon }
        case .token:
            !token.isEmpty && token.allSatisfy { $0 != Byte.space && !(Byte.tab...Byte.carriageReturn).contains($0) }
        case .words(let words): words.contains { $0.utf8.elementsEqual(token) }
        case .text, .nonEmpty, .paths, .word: true
        }
    }

    /// Returns whether a value has at least one word, and all of its words have this form.
    private func acceptsList(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        var isValid = true
        value.forEachWord { word in
            count += 1
            isValid = isValid && acceptsToken(UnsafeBufferPointer(rebasing: value[word]))
        }
        return isValid && count > 0
    }

    /// Returns whether a token is a name: a letter or `_`, then letters, digits, `_`, `.` and `-`.
    private static func isName(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = token.first, startsName(first) else { return false }
        for byte in token where !continuesName(byte) { return false }
        return true
    }

    /// Returns whether a token is a name in camel case: a letter, then letters and digits.
    private static func isSwiftName(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = token.first, isLetter(first) else { return false }
        return token.allSatisfy { isLetter($0) || isDigit($0) }
    }

    /// Returns whether a token is a name, a name followed by `*`, or `*`.
    private static func isKey(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        guard token.last == Byte.star else { return isName(token) }
        return token.count == 1 || isName(UnsafeBufferPointer(rebasing: token.dropLast()))
    }

    /// Returns whether a token is a path of names, optionally with an outcome, such as `proof/code` or `proof:done`.
    private static func isPassing(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = token.split(separator: Byte.colon, maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first else { return false }
        let names = path.split(separator: Byte.slash, omittingEmptySubsequences: false) + parts.dropFirst()
        return names.allSatisfy { isName(UnsafeBufferPointer(rebasing: $0)) }
    }

    /// Returns whether a token consists of digits and its value is in a range.
    private static func isNumber(_ token: UnsafeBufferPointer<UInt8>, in range: ClosedRange<Int>) -> Bool {
        guard !token.isEmpty, token.allSatisfy(isDigit) else { return false }
        // The value saturates above all limits, so that a long token does not overflow.
        return range.contains(token.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000_000) })
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool {
        // In ASCII, this bit distinguishes a lowercase letter from its uppercase letter.
        let lowercase = byte | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }

    /// Returns whether a name can begin with a byte.
    @inline(__always)
    private static func startsName(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "_") }

    /// Returns whether a name can contain a byte after the first one.
    @inline(__always)
    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
