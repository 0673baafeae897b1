/// A JSON value (RFC 8259). Numbers keep their text, and objects keep the order of their members.
public enum JSONValue: Sendable, Equatable {
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
}
