package import FlowCore

/// Comparisons of values with those that a scenario expects. The interpreter in WebAssembly has them too.
extension JSONValue {
    /// Returns whether this value equals the expected one, in which the text `*` matches any value.
    package func matches(exactly expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (_, .string(let text)) where text.isWildcard: return true
        case (.array(let items), .array(let wanted)):
            return items.count == wanted.count && zip(items, wanted).allSatisfy { $0.matches(exactly: $1) }
        case (.object(let members), .object(let wanted)):
            return members.count == wanted.count && containsMembers(wanted) { $0.matches(exactly: $1) }
        default: return self == expected
        }
    }

    /// Returns whether this value matches the expected one, except that its objects may have more members.
    package func matches(atLeast expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (_, .string(let text)) where text.isWildcard: return true
        case (.array(let items), .array(let wanted)):
            return items.count == wanted.count && zip(items, wanted).allSatisfy { $0.matches(atLeast: $1) }
        case (.object, .object(let wanted)): return containsMembers(wanted) { $0.matches(atLeast: $1) }
        default: return self == expected
        }
    }

    /// Returns whether this object has each wanted member, with a value that matches.
    private func containsMembers(_ wanted: [JSONMember], _ matches: (JSONValue, JSONValue) -> Bool) -> Bool {
        wanted.allSatisfy { member in
            guard let value = members?.first(where: { $0.name.utf8.elementsEqual(member.name.utf8) })?.value else {
                return false
            }
            return matches(value, member.value)
        }
    }
}

extension String {
    /// Whether the text is `*`, which in a scenario matches any value.
    fileprivate var isWildcard: Bool { utf8.elementsEqual("*".utf8) }
}
