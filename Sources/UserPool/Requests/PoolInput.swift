import FlowCore

/// A request's body, read member by member.
struct PoolInput: Sendable {
    let json: WireValue

    init(_ json: WireValue) {
        self.json = json
    }

    /// A text that need not be there.
    /// - Throws: `SerializationException` if it is something else.
    func optional(_ name: String) throws(PoolError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw Self.wrongType(name) }
        return text
    }

    /// A text that must be there and may not be empty.
    func text(_ name: String) throws(PoolError) -> String {
        guard let text = try optional(name), !text.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        return text
    }

    /// A boolean, by default false.
    func flag(_ name: String) throws(PoolError) -> Bool {
        guard let value = json[name] else { return false }
        guard case .bool(let flag) = value else { throw Self.wrongType(name) }
        return flag
    }

    /// A structure, empty if it is not there.
    func object(_ name: String) throws(PoolError) -> PoolInput {
        guard let value = json[name] else { return PoolInput(.object([])) }
        guard case .object = value else { throw Self.wrongType(name) }
        return PoolInput(value)
    }

    /// A map of texts, empty if it is not there.
    func map(_ name: String) throws(PoolError) -> [String: String] {
        var map: [String: String] = [:]
        for member in try object(name).json.members ?? [] {
            guard let text = member.value.string else { throw Self.wrongType("\(name).\(member.name)") }
            map[member.name] = text
        }
        return map
    }

    /// A list of `{"Name": …, "Value": …}`, empty if it is not there.
    func attributes(_ name: String) throws(PoolError) -> [String: String] {
        guard let value = json[name] else { return [:] }
        guard case .array(let items) = value else { throw Self.wrongType(name) }
        var attributes: [String: String] = [:]
        for item in items {
            guard case .object = item else { throw Self.wrongType(name) }
            let entry = PoolInput(item)
            attributes[try entry.text("Name")] = try entry.optional("Value") ?? ""
        }
        return attributes
    }

    private static func wrongType(_ name: String) -> PoolError {
        PoolError("SerializationException", "\(name) has the wrong type")
    }
}
