/// An item of CBOR (RFC 8949) in the canonical form of CTAP 2 (section 8 of its version 2.1), which is all that WebAuthn
/// uses: shortest numbers, definite lengths, ordered keys, four levels at most.
package enum CBORValue: Sendable, Equatable {
    /// A number of zero or more.
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// Members in any order; they are written in the canonical one.
    case map([CBORMember])
    case bool(Bool)
    case null

    /// How deep maps and arrays may lie in each other.
    static let deepest = 4

    /// A number of either sign.
    package static func integer(_ number: Int) -> CBORValue {
        number < 0 ? .negative(UInt64(~number)) : .unsigned(UInt64(number))
    }

    /// The number, where it fits.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The bytes, if it is a byte string.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }

    /// The text, if it is one.
    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The members, if it is a map.
    package var members: [CBORMember]? {
        if case .map(let members) = self { return members }
        return nil
    }

    /// The value of a key, if it is a map that has it.
    package subscript(key: CBORValue) -> CBORValue? { members?.first { $0.key == key }?.value }

    /// The value of a key that is a text.
    package subscript(key: String) -> CBORValue? { self[.text(key)] }

    /// The value of a key that is a number.
    package subscript(key: Int) -> CBORValue? { self[.integer(key)] }
}
