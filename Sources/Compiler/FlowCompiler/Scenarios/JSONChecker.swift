/// Checks that a text is a JSON object or value, strictly by RFC 8259.
///
/// The checker permits no comments, no trailing commas, and no duplicate names in an object. Each function that checks
/// a part throws the first fault in it.
struct JSONChecker {
    private let bytes: [UInt8]
    private var position = 0

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
        try checkValue(depth: 0)
        skipSpace()
        let end = anyValue ? "value" : "closing '}'"
        if next != nil { throw fault("there is text after the \(end)") }
    }

    /// Checks a value inside `depth` objects and arrays.
    private mutating func checkValue(depth: Int) throws(JSONFault) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try checkContainer(closing: "}", depth: depth)
        case UInt8(ascii: "["): try checkContainer(closing: "]", depth: depth)
        default: try checkScalar()
        }
    }

    /// Checks an object or an array, whose opening bracket is next.
    private mutating func checkContainer(closing: Unicode.Scalar, depth: Int) throws(JSONFault) {
        guard depth < Self.deepest else {
            throw fault("objects and arrays are nested deeper than \(Self.deepest) levels")
        }
        position += 1
        skipSpace()
        if take(closing) { return }
        var names: Set<[UInt16]> = []
        repeat {
            if closing == "}" { try checkMemberName(notIn: &names) }
            try checkValue(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take(closing) else { throw fault("a ',' or '\(closing)' is missing") }
    }

    /// Checks the name of a member, which must be new, and the colon after it.
    private mutating func checkMemberName(notIn names: inout Set<[UInt16]>) throws(JSONFault) {
        skipSpace()
        let start = position
        guard next == UInt8(ascii: "\"") else { throw fault("the name of a member must be a string in double quotes") }
        try checkString()
        let written = bytes[start..<position]
        guard names.insert(Self.decoded(written.dropFirst().dropLast())).inserted else {
            let name = String(decoding: written, as: UTF8.self)
            throw JSONFault(offset: start, message: "the member \(name) appears twice")
        }
        skipSpace()
        guard take(":") else { throw fault("a ':' is missing after the name of a member") }
    }

    /// Returns the UTF-16 code units of a valid string, given without its quotes.
    ///
    /// Two names with different code units are different, although `String` can consider them equal.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt16] {
        var units: [UInt16] = []
        var rest = text
        while let first = rest.first {
            guard first == UInt8(ascii: "\\") else {
                let run = rest.prefix { $0 != UInt8(ascii: "\\") }
                units += String(decoding: run, as: UTF8.self).utf16
                rest = rest.dropFirst(run.count)
                continue
            }
            rest = rest.dropFirst()
            switch rest.popFirst() {
            case UInt8(ascii: "u"):
                let digits = String(decoding: rest.prefix(escapeDigits), as: UTF8.self)
                units += UInt16(digits, radix: 16).map { [$0] } ?? []
                rest = rest.dropFirst(escapeDigits)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            // A quotation mark or a slash stands for itself.
            case let byte: units += byte.map { [UInt16($0)] } ?? []
            }
        }
        return units
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
            try checkCodeUnits()
        } else if "\"\\/bfnrt".utf8.contains(byte) {
            position += 1
        } else {
            throw fault("this is not an escape sequence of JSON; write \\\\ for a backslash")
        }
    }

    /// Checks an escape whose `u` is next. If it is half of a surrogate pair, the next escape must be the other half.
    private mutating func checkCodeUnits() throws(JSONFault) {
        let start = position
        let first = try readCodeUnit()
        var isHalf = UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first)
        if UTF16.isLeadSurrogate(first), take("\\"), next == UInt8(ascii: "u") {
            isHalf = !UTF16.isTrailSurrogate(try readCodeUnit())
        }
        if isHalf { throw JSONFault(offset: start, message: "\\u must not be half of a surrogate pair") }
    }

    /// Reads the code unit of an escape whose `u` is next.
    private mutating func readCodeUnit() throws(JSONFault) -> UInt16 {
        let digits = bytes[(position + 1)...].prefix(Self.escapeDigits)
        guard digits.allSatisfy(Self.isHexDigit), digits.count == Self.escapeDigits,
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("\\u needs four hexadecimal digits") }
        position += 1 + Self.escapeDigits
        return unit
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
