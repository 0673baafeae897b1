extension JSONValue {
    /// Returns the value at a path of member names. It is nil if the member is missing or null, or the path is empty.
    package func at(_ path: [String]) -> JSONValue? {
        guard !path.isEmpty else { return nil }
        var value: JSONValue? = self
        for name in path { value = value?[name] }
        return value
    }

    /// Sets the value at a path of member names. It creates the objects in between.
    package mutating func set(_ value: JSONValue, at path: [String]) { set(value, at: path, from: 0) }

    private mutating func set(_ value: JSONValue, at path: [String], from depth: Int) {
        guard depth < path.count else {
            self = value
            return
        }
        let name = path[depth]
        var members = self.members ?? []
        if let index = members.firstIndex(where: { UTF8Text.same($0.name, name) }) {
            members[index].value.set(value, at: path, from: depth + 1)
        } else {
            var inner = JSONValue.object([])
            inner.set(value, at: path, from: depth + 1)
            members.append(JSONMember(name, inner))
        }
        self = .object(members)
    }
}
