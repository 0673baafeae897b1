/// A JSON value (RFC 8259). Numbers keep their text, and objects keep the order of their members.
public enum JSONValue: Sendable, Equatable, Redacted {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The text, or nil if this is not a string.
    public var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The strings of an array, without its other items; nil if this is not an array.
    package var strings: [String]? {
        if case .array(let items) = self { return items.compactMap { $0.string } }
        return nil
    }

    /// The members, or nil if this is not an object.
    public var members: [JSONMember]? {
        if case .object(let members) = self { return members }
        return nil
    }

    /// The last member with this name, or nil if it is missing or null, or if this is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        var index = members.count
        while index > 0 {
            index -= 1
            guard UTF8Text.isSame(members[index].name, name) else { continue }
            if case .null = members[index].value { return nil }
            return members[index].value
        }
        return nil
    }

    /// Returns whether two values are equal, regardless of the order of their members.
    ///
    /// Two numbers are equal if their texts are. The comparison assumes that no object repeats a member's name.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)), (.string(let a), .string(let b)): return UTF8Text.isSame(a, b)
        case (.array(let a), .array(let b)): return a == b
        case (.object(let a), .object(let b)):
            guard a.count == b.count else { return false }
            return a.allSatisfy { member in
                b.contains { UTF8Text.isSame(member.name, $0.name) && member.value == $0.value }
            }
        default: return false
        }
    }

    /// Returns the value at a path of member names, or nil if it is missing or null, or if the path is empty.
    package func at(_ path: [String]) -> JSONValue? {
        guard !path.isEmpty else { return nil }
        var value: JSONValue? = self
        for name in path { value = value?[name] }
        return value
    }

    /// Sets the value at a path of member names. Any value on the way that is not an object becomes one.
    package mutating func set(_ value: JSONValue, at path: [String]) { set(value, at: path, from: 0) }

    /// Sets the value at the names of `path` from index `depth` on.
    private mutating func set(_ value: JSONValue, at path: [String], from depth: Int) {
        guard depth < path.count else {
            self = value
            return
        }
        let name = path[depth]
        var members = self.members ?? []
        if let index = members.firstIndex(where: { UTF8Text.isSame($0.name, name) }) {
            members[index].value.set(value, at: path, from: depth + 1)
        } else {
            var inner = JSONValue.object([])
            inner.set(value, at: path, from: depth + 1)
            members.append(JSONMember(name, inner))
        }
        self = .object(members)
    }

    /// Creates the value of a JSON text (RFC 8259), or nil if the bytes are not JSON or nest deeper than 64 levels.
    public init?(json bytes: [UInt8]) {
        guard let value = JSONParser.parse(bytes) else { return nil }
        self = value
    }

    /// The value as JSON text on one line.
    public var jsonText: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends this value as JSON text to `text`.
    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: Self.append("null", to: &text)
        case .bool(let value): Self.append(value ? "true" : "false", to: &text)
        case .number(let digits): UTF8Text.withBytes(digits) { for byte in $0 { text.append(byte) } }
        case .string(let value): Self.write(value, to: &text)
        case .array(let items):
            text.append(UInt8(ascii: "["))
            for index in items.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                items[index].write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for index in members.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(members[index].name, to: &text)
                text.append(UInt8(ascii: ":"))
                members[index].value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// Appends an ASCII word without escapes.
    private static func append(_ word: StaticString, to text: inout [UInt8]) {
        for index in 0..<word.utf8CodeUnitCount { text.append(word.utf8Start[index]) }
    }

    /// Appends a text as a JSON string, with quotes and escapes.
    private static func write(_ value: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        UTF8Text.withBytes(value) { bytes in for byte in bytes { writeEscaped(byte, to: &text) } }
        text.append(UInt8(ascii: "\""))
    }

    /// Appends a byte of a string, escaped if necessary.
    private static func writeEscaped(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            text.append(UInt8(ascii: "\\"))
            text.append(byte)
        case UInt8(ascii: "\n"): append("\\n", to: &text)
        case UInt8(ascii: "\r"): append("\\r", to: &text)
        case UInt8(ascii: "\t"): append("\\t", to: &text)
        // The other control characters have no short escape.
        case 0..<0x20:
            append("\\u00", to: &text)
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        default: text.append(byte)
        }
    }

    /// Returns the hexadecimal digit of a value below 16, in lower case.
    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// A member of a JSON object.
public struct JSONMember: Sendable, Redacted {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member with a name and its value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
