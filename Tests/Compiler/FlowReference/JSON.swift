/// A JSON value that keeps the order of members and the spelling of numbers.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Text)
    case string(Text)
    case array([JSON])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        /// Its name.
        package let name: Text
        /// Its value.
        package var value: JSON

        /// A member by name.
        package init(_ name: Text, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The members of an object, nothing for other values.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The value at a path of member names; of two members of one name the last counts.
    func at(_ path: [Text]) -> JSON? {
        var value = self
        for name in path {
            guard let next = value.members?.last(where: { $0.name == name })?.value else { return nil }
            value = next
        }
        return value
    }

    /// Sets the value at a path; what is no object on the way becomes one.
    package mutating func set(_ value: JSON, at path: ArraySlice<Text>) {
        guard let name = path.first else {
            self = value
            return
        }
        var members = self.members ?? []
        let index = members.firstIndex { $0.name == name } ?? members.count
        if index == members.count { members.append(Member(name, .object([]))) }
        members[index].value.set(value, at: path.dropFirst())
        self = .object(members)
    }

    /// The value without white space.
    package var text: Text {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let spelling): spelling
        case .string(let text): Self.quoted(text)
        case .array(let items): "[" + items.map(\.text).joined(",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(",") + "}"
        }
    }

    private static func quoted(_ text: Text) -> Text {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0..<0x20: bytes += Array("\\u00\(byte < 16 ? "0" : "1")\(String(byte % 16, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        return Text(bytes: bytes + [UInt8(ascii: "\"")])
    }
}
