extension CBORValue {
    /// The item in canonical form.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let members): Self.head(5, UInt64(members.count)) + Self.encoded(members)
        case .bool(let value): [value ? 0xF5 : 0xF4]
        case .null: [0xF6]
        }
    }

    /// Encodes the members of a map, in the order of their encoded keys.
    private static func encoded(_ members: [CBORMember]) -> [UInt8] {
        members.map { ($0.key.encoded, $0.value.encoded) }.sorted { isOrdered($0.0, $1.0) }.flatMap { $0.0 + $0.1 }
    }

    /// Returns whether one encoded key sorts before another: by type, then length, then bytes (CTAP 2.1 section 8).
    static func isOrdered(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        let types = ((first.first ?? 0) >> 5, (second.first ?? 0) >> 5)
        if types.0 != types.1 { return types.0 < types.1 }
        if first.count != second.count { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }

    /// Returns an item's head: its type, and its number or length in the shortest form.
    private static func head(_ type: UInt8, _ value: UInt64) -> [UInt8] {
        let size: (code: UInt8, count: UInt64)
        switch value {
        case 0..<24: return [type << 5 | UInt8(value)]
        case ...0xFF: size = (24, 1)
        case ...0xFFFF: size = (25, 2)
        case ...0xFFFF_FFFF: size = (26, 4)
        default: size = (27, 8)
        }
        return [type << 5 | size.code]
            + (0..<size.count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
