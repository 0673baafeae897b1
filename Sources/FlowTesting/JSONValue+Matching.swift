import FlowCore

extension JSONValue {
    /// Returns whether this value equals the expected one. There, the text `*` matches any value.
    func matches(exactly expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (_, .string("*")): return true
        case (.array(let items), .array(let wanted)):
            return items.count == wanted.count && zip(items, wanted).allSatisfy { $0.matches(exactly: $1) }
        case (.object(let members), .object(let wanted)):
            return members.count == wanted.count && holds(wanted) { $0.matches(exactly: $1) }
        default: return self == expected
        }
    }

    /// Returns whether this value contains the expected one: objects may have more members.
    func matches(atLeast expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (_, .string("*")): return true
        case (.array(let items), .array(let wanted)):
            return items.count == wanted.count && zip(items, wanted).allSatisfy { $0.matches(atLeast: $1) }
        case (.object, .object(let wanted)): return holds(wanted) { $0.matches(atLeast: $1) }
        default: return self == expected
        }
    }

    private func holds(_ wanted: [JSONMember], _ matches: (JSONValue, JSONValue) -> Bool) -> Bool {
        wanted.allSatisfy { member in
            guard let value = members?.first(where: { $0.name == member.name })?.value else { return false }
            return matches(value, member.value)
        }
    }
}
