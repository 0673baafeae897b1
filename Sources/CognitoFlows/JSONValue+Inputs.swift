package import FlowCore

extension JSONValue {
    /// The inputs of a flow: members that have a value.
    package static func inputs(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }

    /// A text, if there is one.
    package static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

    /// A map of texts, in the order of its names; nil if it is empty.
    package static func map(_ map: [String: String]?) -> JSONValue? {
        guard let map, !map.isEmpty else { return nil }
        return .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// This object with the members of another one, which win.
    package func adding(_ others: JSONValue) -> JSONValue {
        let added = others.members ?? []
        let kept = (members ?? []).filter { member in !added.contains { $0.name == member.name } }
        return .object(kept + added)
    }
}
