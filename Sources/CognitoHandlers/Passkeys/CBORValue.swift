/// An item of CBOR (RFC 8949) in canonical form.
///
/// The form follows CTAP 2.1 (section 8), which is all that WebAuthn uses: shortest numbers, definite lengths, ordered
/// keys, at most four levels.
package enum CBORValue: Sendable, Equatable {
    /// A non-negative number.
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// Members in any order. Encoding sorts them.
    case map([CBORMember])
    case bool(Bool)
    case null

    /// The maximum nesting of maps and arrays.
    static let deepest = 4

    /// Returns an integer of either sign as an item.
    package static func integer(_ number: Int) -> CBORValue {
        // In two's complement, -1 - n is ~n.
        number < 0 ? .negative(UInt64(~number)) : .unsigned(UInt64(number))
    }

    /// The number, or nil if this is not a number, or if it does not fit into an `Int`.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The bytes, or nil if this is not a byte string.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }

    /// The text, or nil if this is not a text.
    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The members, or nil if this is not a map.
    package var members: [CBORMember]? {
        if case .map(let members) = self { return members }
        return nil
    }

    /// The value of a key, or nil if this is not a map that has it.
    package subscript(key: CBORValue) -> CBORValue? { members?.first { $0.key == key }?.value }

    /// The value of a text key, or nil if this is not a map that has it.
    package subscript(key: String) -> CBORValue? { self[.text(key)] }

    /// The value of a number key, or nil if this is not a map that has it.
    package subscript(key: Int) -> CBORValue? { self[.integer(key)] }

    /// The major types of items (RFC 8949 section 3.1).
    enum MajorType {
        static let unsigned: UInt8 = 0
        static let negative: UInt8 = 1
        static let bytes: UInt8 = 2
        static let text: UInt8 = 3
        static let array: UInt8 = 4
        static let map: UInt8 = 5
        static let simple: UInt8 = 7
    }

    /// The codes of simple values (RFC 8949 section 3.3).
    enum SimpleCode {
        static let no: UInt8 = 20
        static let yes: UInt8 = 21
        static let null: UInt8 = 22
    }

    /// The item in canonical form.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(MajorType.unsigned, value)
        case .negative(let value): Self.head(MajorType.negative, value)
        case .bytes(let bytes): Self.head(MajorType.bytes, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(MajorType.text, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): Self.head(MajorType.array, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let members): Self.head(MajorType.map, UInt64(members.count)) + Self.encoded(members)
        case .bool(let value): [MajorType.simple << 5 | (value ? SimpleCode.yes : SimpleCode.no)]
        case .null: [MajorType.simple << 5 | SimpleCode.null]
        }
    }

    /// Returns the members of a map as bytes, in the order of their encoded keys.
    private static func encoded(_ members: [CBORMember]) -> [UInt8] {
        let encodedMembers = members.map { (key: $0.key.encoded, value: $0.value.encoded) }
        let sortedMembers = encodedMembers.sorted { isKey($0.key, before: $1.key) }
        return sortedMembers.flatMap { $0.key + $0.value }
    }

    /// Returns whether one encoded key sorts before another in canonical form (CTAP 2.1 section 8). Keys are sorted by
    /// type, then by length, then by bytes.
    static func isKey(_ key: some Collection<UInt8>, before other: some Collection<UInt8>) -> Bool {
        let type = (key.first ?? 0) >> 5
        let otherType = (other.first ?? 0) >> 5
        if type != otherType { return type < otherType }
        if key.count != other.count { return key.count < other.count }
        return key.lexicographicallyPrecedes(other)
    }

    /// Returns an item's head, which consists of its major type and its number or length in the shortest form.
    private static func head(_ type: UInt8, _ value: UInt64) -> [UInt8] {
        // The code says how many bytes the number takes. Numbers below 24 are codes themselves.
        let size: (code: UInt8, byteCount: UInt64)
        switch value {
        case 0..<24: return [type << 5 | UInt8(value)]
        case ...0xFF: size = (24, 1)
        case ...0xFFFF: size = (25, 2)
        case ...0xFFFF_FFFF: size = (26, 4)
        default: size = (27, 8)
        }
        let numberBytes = (0..<size.byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return [type << 5 | size.code] + numberBytes
    }
}

/// A member of a CBOR map.
package struct CBORMember: Sendable, Equatable {
    package let key: CBORValue
    package let value: CBORValue

    /// Creates a member from its key and its value.
    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}
