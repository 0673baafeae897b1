/// Parses JSON (RFC 8259) strictly, with a limit on nesting.
package struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private static var deepest: Int { 64 }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Parses a whole text; returns nil if it is not JSON.
    package static func parse(_ bytes: [UInt8]) -> JSONValue? {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            guard let value = parser.value(depth: 0) else { return nil }
            parser.skipSpace()
            return parser.offset == buffer.count ? value : nil
        }
    }

    /// Parses a whole text; returns nil if it is not JSON.
    package static func parse(_ text: String) -> JSONValue? { parse(Array(text.utf8)) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B && byte != 0x0C) {
            offset += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.deepest else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""):
            guard let text = string() else { return nil }
            return .string(text)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { return nil }
        }
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        offset += 1
        var members: [JSONMember] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONMember(name, value))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        offset += 1
        var items: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            items.append(value)
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(items) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func number() -> JSONValue? {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { guard digits() else { return nil } }
        if take(UInt8(ascii: ".")) { guard digits() else { return nil } }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return nil }
        }
        return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func digits() -> Bool {
        let start = offset
        while let byte = next, byte >= 0x30, byte <= 0x39 { offset += 1 }
        return offset > start
    }

    private mutating func string() -> String? {
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                let decoded = String(decoding: text, as: UTF8.self)
                return text.withUnsafeBytes { UTF8Text.same(decoded, $0) } ? decoded : nil
            case UInt8(ascii: "\\"): guard escape(into: &text) else { return nil }
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): return unicodeEscape(into: &text)
        default: return false
        }
        return true
    }

    private mutating func unicodeEscape(into text: inout [UInt8]) -> Bool {
        guard var code = hexDigits() else { return false }
        if code >= 0xD800, code < 0xDC00 {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = hexDigits(), low >= 0xDC00, low < 0xE000
            else { return false }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { return false }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return true
    }

    private mutating func hexDigits() -> UInt32? {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { return nil }
            offset += 1
            switch byte {
            case 0x30...0x39: code = code << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: code = code << 4 | UInt32(byte - 0x41 + 10)
            case 0x61...0x66: code = code << 4 | UInt32(byte - 0x61 + 10)
            default: return nil
            }
        }
        return code
    }
}
