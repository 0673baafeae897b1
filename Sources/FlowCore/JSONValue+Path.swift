extension JSONValue {
    /// Returns the value at a path of member names, or nil if it is missing or null, or if the path is empty.
    package func at(_ path: [String]) -> JSONValue? {
        guard !path.isEmpty else { return nil }
        var value: JSONValue? = self
        for name in path { value = value?[name] }
        return value
    }

    /// Sets the value at a path of member names. Any value on the way that is not an object becomes one.
    package mutating func set(_ value: JSONValue, at path: [String]) { set(value, at: path, from: 0) }

    /// Sets the value at the names of `path` from index `depth` on.
    private mutating func set(_ value: JSONValue, at path: [String], from depth: Int) {
        guard depth < path.count else {
            self = value
            return
        }
        let name = path[depth]
        var members = self.members ?? []
        if let index = members.firstIndex(where: { UTF8Text.isSame($0.name, name) }) {
            members[index].value.set(value, at: path, from: depth + 1)
        } else {
            var inner = JSONValue.object([])
            inner.set(value, at: path, from: depth + 1)
            members.append(JSONMember(name, inner))
        }
        self = .object(members)
    }
}
