/// Checks that a text is a JSON object or value, strictly by RFC 8259.
///
/// The checker permits no comments, no trailing commas, and no duplicate names in an object. Each function that checks
/// a part throws the first fault in it.
struct JSONChecker {
    private let bytes: [UInt8]
    private var position = 0
    /// The names read so far in each open object; nil for an open array.
    private var open: [Set<[UInt8]>?] = []

    /// The maximum nesting depth.
    static let deepest = 64

    /// Returns the first error in a text, or nil if the text is valid.
    ///
    /// The text must be an object, unless `anyValue` is true.
    static func firstFault(in text: String, anyValue: Bool = false) -> JSONFault? {
        var checker = JSONChecker(bytes: Array(text.utf8))
        do throws(JSONFault) {
            try checker.checkDocument(anyValue: anyValue)
            return nil
        } catch {
            return error
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte; nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Returns the fault at the current position.
    private func fault(_ message: String) -> JSONFault { JSONFault(offset: position, message: message) }

    /// Checks the whole text, which must be an object unless `anyValue` is true.
    private mutating func checkDocument(anyValue: Bool) throws(JSONFault) {
        skipSpace()
        guard anyValue || next == UInt8(ascii: "{") else {
            throw fault("the text must be a JSON object, from '{' to '}'")
        }
        try checkValue()
        while let names = open.last {
            if names == nil { try checkAfterItem() } else { try checkAfterMember() }
        }
        skipSpace()
        let end = anyValue ? "value" : "closing '}'"
        if next != nil { throw fault("there is text after the \(end)") }
    }

    /// Checks a value up to the end of its first scalar, empty object or empty array.
    ///
    /// The containers around this part stay open. `checkDocument` checks the rest of them.
    private mutating func checkValue() throws(JSONFault) {
        while true {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"):
                try enterContainer(names: [])
                if take("}") {
                    open.removeLast()
                    return
                }
                try checkMemberName()
            case UInt8(ascii: "["):
                try enterContainer(names: nil)
                if take("]") {
                    open.removeLast()
                    return
                }
            default: return try checkScalar()
            }
        }
    }

    /// Moves past an opening bracket. `names` is empty for an object, and nil for an array.
    private mutating func enterContainer(names: Set<[UInt8]>?) throws(JSONFault) {
        guard open.count < Self.deepest else {
            throw fault("objects and arrays are nested deeper than \(Self.deepest) levels")
        }
        open.append(names)
        position += 1
        skipSpace()
    }

    /// Checks what follows a member: the end of its object, or the next member.
    private mutating func checkAfterMember() throws(JSONFault) {
        skipSpace()
        if take("}") {
            open.removeLast()
        } else if take(",") {
            skipSpace()
            try checkMemberName()
            try checkValue()
        } else {
            throw fault("a ',' or '}' is missing")
        }
    }

    /// Checks what follows an item: the end of its array, or the next item.
    private mutating func checkAfterItem() throws(JSONFault) {
        skipSpace()
        if take("]") {
            open.removeLast()
        } else if take(",") {
            try checkValue()
        } else {
            throw fault("a ',' or ']' is missing")
        }
    }

    /// Checks the name of a member, and the colon after it.
    private mutating func checkMemberName() throws(JSONFault) {
        let start = position
        guard next == UInt8(ascii: "\"") else { throw fault("the name of a member must be a string in double quotes") }
        try checkString()
        let name = Array(bytes[start..<position])
        // The innermost open container is an object, whose names are not nil.
        if var names = open.last ?? nil {
            guard names.insert(name).inserted else {
                let text = String(decoding: name, as: UTF8.self)
                throw JSONFault(offset: start, message: "the member \(text) appears twice")
            }
            open[open.count - 1] = names
        }
        skipSpace()
        guard take(":") else { throw fault("a ':' is missing after the name of a member") }
    }

    /// Checks a string, a number, `true`, `false` or `null`.
    private mutating func checkScalar() throws(JSONFault) {
        switch next {
        case UInt8(ascii: "\""): try checkString()
        case UInt8(ascii: "-"): try checkNumber()
        case let byte? where Self.isDigit(byte): try checkNumber()
        default:
            for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return
            }
            let isMissing = next.map { "]},:".utf8.contains($0) } ?? true
            throw fault(isMissing ? "a JSON value is missing" : "this is not a JSON value")
        }
    }

    /// Checks a string, whose opening quote is next.
    private mutating func checkString() throws(JSONFault) {
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try checkEscape()
            case 0..<UInt8(ascii: " "):
                position -= 1
                throw fault("a line end or control character in a string must be escaped")
            default: continue
            }
        }
        throw fault("the closing quote of a string is missing")
    }

    /// The number of hexadecimal digits after `\u`.
    private static let escapeDigits = 4

    /// Checks an escape in a string, after its backslash.
    private mutating func checkEscape() throws(JSONFault) {
        guard let byte = next else { throw fault("the closing quote of a string is missing") }
        if byte == UInt8(ascii: "u") {
            let digits = bytes[(position + 1)...].prefix(Self.escapeDigits)
            guard digits.count == Self.escapeDigits, digits.allSatisfy(Self.isHexDigit) else {
                throw fault("\\u needs four hexadecimal digits")
            }
            position += 1 + Self.escapeDigits
        } else if "\"\\/bfnrt".utf8.contains(byte) {
            position += 1
        } else {
            throw fault("this is not an escape sequence of JSON; write \\\\ for a backslash")
        }
    }

    /// Checks a number, which begins with a digit or a minus sign.
    private mutating func checkNumber() throws(JSONFault) {
        // The sign is optional.
        _ = take("-")
        if !take("0") { try checkDigits() }
        if take(".") { try checkDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try checkDigits()
        }
        if let byte = next, Self.isDigit(byte) {
            throw fault("a number must not have leading zeros")
        }
    }

    /// Checks one or more digits.
    private mutating func checkDigits() throws(JSONFault) {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        if position == start { throw fault("a digit is missing") }
    }

    /// Moves past an ASCII character if it is next, and returns whether it was.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next.map(UInt32.init) == scalar.value else { return false }
        position += 1
        return true
    }

    /// Moves past white space.
    private mutating func skipSpace() {
        while let byte = next, " \t\n\r".utf8.contains(byte) { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns whether a byte is a hexadecimal digit in either case.
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: isDigit(byte)
        }
    }
}

/// The reason and the location of a JSON error.
struct JSONFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the text.
    let offset: Int
    /// The error in lower case, without a full stop.
    let message: String
}
