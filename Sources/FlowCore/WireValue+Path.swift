extension WireValue {
    /// The value at a path of member names; nothing if it is not there or null, or the path is empty.
    package func at(_ path: [String]) -> WireValue? {
        guard let first = path.first else { return nil }
        var value = self[first]
        for name in path.dropFirst() { value = value?[name] }
        return value
    }

    /// Sets the value at a path of member names, making objects on the way.
    package mutating func set(_ value: WireValue, at path: ArraySlice<String>) {
        guard let name = path.first else {
            self = value
            return
        }
        var members = self.members ?? []
        let rest = path.dropFirst()
        if let index = members.firstIndex(where: { UTF8Text.same($0.name, name) }) {
            members[index].value.set(value, at: rest)
        } else {
            var inner = WireValue.object([])
            inner.set(value, at: rest)
            members.append(WireMember(name, inner))
        }
        self = .object(members)
    }
}
