package import FlowCore

extension JSONValue {
    /// Returns a JSON object with the inputs of a flow. Members that are nil are omitted.
    package static func inputs(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }

    /// Returns a text as a JSON value, or nil if the text is nil.
    package static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

    /// Returns a map of texts as a JSON object, sorted by name, or nil if the map is nil or empty.
    package static func map(_ map: [String: String]?) -> JSONValue? {
        guard let map, !map.isEmpty else { return nil }
        return .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// Returns this object with the members of another object added. They replace members with the same name.
    package func adding(_ others: JSONValue) -> JSONValue {
        let added = others.members ?? []
        let kept = (members ?? []).filter { member in !added.contains { $0.name == member.name } }
        return .object(kept + added)
    }
}
