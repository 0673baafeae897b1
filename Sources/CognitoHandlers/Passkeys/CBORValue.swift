/// An item of CBOR (RFC 8949) in canonical form.
///
/// The form is that of CTAP 2.1 (section 8), which is all that WebAuthn uses: shortest numbers, definite lengths,
/// ordered keys, at most four levels.
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
}
