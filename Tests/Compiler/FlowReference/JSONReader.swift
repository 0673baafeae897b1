extension JSON {
    /// Reads a JSON text; nothing if it is none.
    package init?(bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value(0) else { return nil }
        reader.skipSpace()
        guard reader.position == bytes.count else { return nil }
        self = value
    }
}

/// Reads JSON by the letter of RFC 8259.
private struct JSONReader {
    let bytes: [UInt8]
    var position = 0

    /// What nests deeper is not read.
    static let deepest = 128

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() { while let next, Text.isSpace(next) { position += 1 } }

    mutating func take(_ text: Text) -> Bool {
        guard bytes[position...].starts(with: text.bytes) else { return false }
        position += text.bytes.count
        return true
    }

    mutating func value(_ depth: Int) -> JSON? {
        skipSpace()
        guard depth < Self.deepest, let next else { return nil }
        switch next {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func array(_ depth: Int) -> JSON? {
        position += 1
        var items: [JSON] = []
        skipSpace()
        if take("]") { return .array([]) }
        while let item = value(depth + 1) {
            items.append(item)
            skipSpace()
            if take("]") { return .array(items) }
            guard take(",") else { return nil }
        }
        return nil
    }

    private mutating func object(_ depth: Int) -> JSON? {
        position += 1
        var members: [JSON.Member] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth + 1) else { return nil }
            members.append(JSON.Member(name, value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func string() -> Text? {
        position += 1
        var result: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return Text(bytes: result)
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                result += escaped
            case 0..<0x20: return nil
            default: result.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return unicode()
        default: return nil
        }
    }

    private mutating func unicode() -> [UInt8]? {
        guard var code = hex() else { return nil }
        if (0xD800..<0xDC00).contains(code) {
            guard take("\\u"), let low = hex(), (0xDC00..<0xE000).contains(low) else { return nil }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { return nil }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func hex() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            value = value * 16 + UInt32(digit)
        }
        position += 4
        return value
    }

    private mutating func number() -> JSON? {
        let start = position
        _ = take("-")
        if !take("0") { guard digits() else { return nil } }
        if take(".") { guard digits() else { return nil } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return nil }
        }
        return .number(Text(bytes: Array(bytes[start..<position])))
    }

    private mutating func digits() -> Bool {
        let start = position
        while let next, (0x30...0x39).contains(next) { position += 1 }
        return position > start
    }
}
