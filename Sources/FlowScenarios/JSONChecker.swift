/// A strict checker for one JSON object or value (RFC 8259).
///
/// It permits no comments, no trailing commas, and no name twice in an object.
struct JSONChecker {
    private let bytes: [UInt8]
    private var position = 0
    /// The names so far in each open object; nil for an open array.
    private var open: [Set<[UInt8]>?] = []

    /// The maximum nesting depth.
    static let deepest = 64

    /// Returns the first error in a text, or nil if it is valid.
    ///
    /// It must be an object, unless any value is permitted.
    static func firstFault(in text: String, anyValue: Bool = false) -> JSONFault? {
        var checker = JSONChecker(bytes: Array(text.utf8))
        do throws(JSONFault) {
            try checker.document(anyValue: anyValue)
            return nil
        } catch {
            return error
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ message: String) -> JSONFault { JSONFault(offset: position, message: message) }

    private mutating func document(anyValue: Bool) throws(JSONFault) {
        skipSpace()
        guard anyValue || next == UInt8(ascii: "{") else {
            throw fault("the text must be a JSON object, from '{' to '}'")
        }
        try value()
        while let names = open.last {
            if names == nil { try afterItem() } else { try afterMember() }
        }
        skipSpace()
        if next != nil { throw fault(anyValue ? "nothing may follow the value" : "nothing may follow the closing '}'") }
    }

    /// Parses a value. Of a nonempty object or array it parses up to its first inner value.
    private mutating func value() throws(JSONFault) {
        while true {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"):
                try enter([])
                if take("}") {
                    open.removeLast()
                    return
                }
                try memberName()
            case UInt8(ascii: "["):
                try enter(nil)
                if take("]") {
                    open.removeLast()
                    return
                }
            default: return try scalar()
            }
        }
    }

    private mutating func enter(_ names: Set<[UInt8]>?) throws(JSONFault) {
        guard open.count < Self.deepest else { throw fault("objects and arrays are nested too deeply") }
        open.append(names)
        position += 1
        skipSpace()
    }

    private mutating func afterMember() throws(JSONFault) {
        skipSpace()
        if take("}") {
            open.removeLast()
        } else if take(",") {
            skipSpace()
            try memberName()
            try value()
        } else {
            throw fault("a ',' or '}' is missing")
        }
    }

    private mutating func afterItem() throws(JSONFault) {
        skipSpace()
        if take("]") {
            open.removeLast()
        } else if take(",") {
            try value()
        } else {
            throw fault("a ',' or ']' is missing")
        }
    }

    private mutating func memberName() throws(JSONFault) {
        let start = position
        guard next == UInt8(ascii: "\"") else { throw fault("the name of a member must be a string in double quotes") }
        try string()
        let name = Array(bytes[start..<position])
        if var names = open.last ?? nil {
            guard names.insert(name).inserted else {
                let text = String(decoding: name, as: UTF8.self)
                throw JSONFault(offset: start, message: "the member \(text) is given twice")
            }
            open[open.count - 1] = names
        }
        skipSpace()
        guard take(":") else { throw fault("a ':' is missing after the name of a member") }
    }

    private mutating func scalar() throws(JSONFault) {
        switch next {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"): try number()
        case .some(0x30...0x39): try number()
        default:
            for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return
            }
            throw fault("a JSON value is missing")
        }
    }

    private mutating func string() throws(JSONFault) {
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20:
                position -= 1
                throw fault("a line end or control character in a string must be escaped")
            default: continue
            }
        }
        throw fault("a string is not closed")
    }

    private mutating func escape() throws(JSONFault) {
        guard let byte = next else { throw fault("a string is not closed") }
        if byte == UInt8(ascii: "u") {
            let digits = bytes[(position + 1)...].prefix(4)
            guard digits.count == 4, digits.allSatisfy(Self.isHexDigit) else {
                throw fault("\\u needs four hexadecimal digits")
            }
            position += 5
        } else if "\"\\/bfnrt".utf8.contains(byte) {
            position += 1
        } else {
            throw fault("no such escape in JSON")
        }
    }

    private mutating func number() throws(JSONFault) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        if let byte = next, (0x30...0x39).contains(byte) {
            throw fault("a number must not begin with 0")
        }
    }

    private mutating func digits() throws(JSONFault) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        if position == start { throw fault("a digit is missing") }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next.map(UInt32.init) == scalar.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
