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

/// A member of a map.
package struct CBORMember: Sendable, Equatable {
    package let key: CBORValue
    package let value: CBORValue

    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}

/// A parser of canonical CBOR, whose functions throw a ``CBORFailure`` for other bytes.
package struct CBORReader {
    /// The code of an item whose length is indefinite (RFC 8949 section 3.2).
    private static let indefiniteLengthCode: UInt8 = 31

    private let bytes: ArraySlice<UInt8>
    /// The offset of the next item.
    package private(set) var offset: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// Parses bytes that consist of exactly one item.
    /// - Throws: ``CBORFailure``; `trailingBytes` if bytes follow the item.
    package static func value(_ bytes: [UInt8]) throws(CBORFailure) -> CBORValue {
        var reader = CBORReader(bytes[...])
        let value = try reader.next()
        guard reader.offset == bytes.endIndex else { throw .trailingBytes }
        return value
    }

    /// Parses the next item.
    package mutating func next() throws(CBORFailure) -> CBORValue { try value(depth: 0) }

    /// Parses the next item, which is inside `depth` maps and arrays.
    private mutating func value(depth: Int) throws(CBORFailure) -> CBORValue {
        // The first byte consists of the type, in three bits, and a code, in five.
        let first = try take(1)[0]
        let type = first >> 5
        let code = first & 31
        if type == CBORValue.MajorType.simple { return try Self.simpleValue(code) }
        let number = try argument(code)
        switch type {
        case CBORValue.MajorType.unsigned: return .unsigned(number)
        case CBORValue.MajorType.negative: return .negative(number)
        case CBORValue.MajorType.bytes: return .bytes(try take(number))
        case CBORValue.MajorType.text: return .text(try Self.text(take(number)))
        case CBORValue.MajorType.array: return try array(number, depth: depth + 1)
        case CBORValue.MajorType.map: return try map(number, depth: depth + 1)
        default: throw .unsupportedItem
        }
    }

    /// Returns the simple value with a code, which is true, false or null (RFC 8949 section 3.3).
    private static func simpleValue(_ code: UInt8) throws(CBORFailure) -> CBORValue {
        switch code {
        case CBORValue.SimpleCode.no: return .bool(false)
        case CBORValue.SimpleCode.yes: return .bool(true)
        case CBORValue.SimpleCode.null: return .null
        case Self.indefiniteLengthCode: throw .indefiniteLength
        default: throw .unsupportedItem
        }
    }

    /// Parses the number or length in an item's head, which must be in its shortest form.
    ///
    /// Codes below 24 are the number itself. The codes 24 to 27 mean that the number follows in 1, 2, 4 or 8 bytes.
    private mutating func argument(_ code: UInt8) throws(CBORFailure) -> UInt64 {
        switch code {
        case 0..<24: return UInt64(code)
        case 24...27:
            let value = try take(1 << UInt64(code - 24)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            // A smaller number has a shorter form: in the code itself, or in 1, 2 or 4 bytes.
            let least: UInt64 = code == 24 ? 24 : 1 << (4 << UInt64(code - 24))
            guard value >= least else { throw .notShortest }
            return value
        case Self.indefiniteLengthCode: throw .indefiniteLength
        default: throw .unsupportedItem
        }
    }

    /// Returns the next `count` bytes, and moves past them.
    private mutating func take(_ count: UInt64) throws(CBORFailure) -> [UInt8] {
        guard count <= UInt64(bytes.endIndex - offset) else { throw .truncated }
        let end = offset + Int(count)
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    /// Returns the text that bytes encode in UTF-8.
    /// - Throws: ``CBORFailure/malformedText`` if the bytes are not UTF-8.
    private static func text(_ bytes: [UInt8]) throws(CBORFailure) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw .malformedText }
        return text
    }

    /// Parses the items of an array. `depth` counts the array itself.
    private mutating func array(_ count: UInt64, depth: Int) throws(CBORFailure) -> CBORValue {
        guard depth <= CBORValue.deepest else { throw .nestingTooDeep }
        var items: [CBORValue] = []
        // Every item takes at least one byte, so an impossible count fails early.
        for _ in 0..<count { items.append(try value(depth: depth)) }
        return .array(items)
    }

    /// Parses the members of a map, whose keys must be in order. `depth` counts the map itself.
    private mutating func map(_ count: UInt64, depth: Int) throws(CBORFailure) -> CBORValue {
        guard depth <= CBORValue.deepest else { throw .nestingTooDeep }
        var members: [CBORMember] = []
        var lastKey: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = offset
            let key = try value(depth: depth)
            let encodedKey = bytes[start..<offset]
            if let lastKey, !CBORValue.isKey(lastKey, before: encodedKey) { throw .unorderedKeys }
            lastKey = encodedKey
            members.append(CBORMember(key, try value(depth: depth)))
        }
        return .map(members)
    }
}

/// Reports why bytes are not CBOR that WebAuthn allows.
package enum CBORFailure: Error, Sendable, Equatable {
    /// The bytes end within an item, or a length exceeds them.
    case truncated
    /// Bytes follow the item.
    case trailingBytes
    case indefiniteLength
    /// Maps and arrays are nested more than four levels deep.
    case nestingTooDeep
    /// A number or a length is not in its shortest form.
    case notShortest
    /// The keys of a map are not in order, or a key occurs twice.
    case unorderedKeys
    /// A text is not UTF-8.
    case malformedText
    /// The item is a tag, a floating-point number, or a simple value other than true, false and null.
    case unsupportedItem
}
