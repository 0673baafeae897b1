import FlowCore

extension JSONValue {
    /// An object of strings, sorted by name so that responses are deterministic.
    static func texts(_ map: [String: String]) -> JSONValue {
        .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// A list of strings.
    static func list(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

    /// A list as JSON text, which is how challenge parameters hold lists.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Attributes as in the API.
    static func attributes(_ map: [String: String]) -> JSONValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
            })
    }

    /// A time in the API's format: seconds since 1970.
    static func time(_ seconds: Int64) -> JSONValue { .number(String(seconds)) }
}
