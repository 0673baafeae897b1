/// Parses canonical CBOR.
package struct CBORReader {
    /// The code of an item whose length is indefinite (RFC 8949 section 3.2).
    private static let indefiniteLengthCode: UInt8 = 31

    private let bytes: ArraySlice<UInt8>
    /// The offset of the next item.
    package private(set) var offset: Int

    /// Creates a reader that starts at the first byte.
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
    /// Codes below 24 are the number itself. The codes 24 to 27 mean that it follows in 1, 2, 4 or 8 bytes.
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
    /// A length is indefinite.
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
