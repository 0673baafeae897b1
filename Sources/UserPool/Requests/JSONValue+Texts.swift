import FlowCore

extension JSONValue {
    /// An object of texts, sorted by name so that answers are the same each time.
    static func texts(_ map: [String: String]) -> JSONValue {
        .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// A list of texts.
    static func list(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

    /// A list as the text of JSON, which is how challenge parameters hold lists.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Attributes as the API lists them.
    static func attributes(_ map: [String: String]) -> JSONValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
            })
    }

    /// A time as the API writes it: seconds since 1970.
    static func time(_ seconds: Int64) -> JSONValue { .number(String(seconds)) }
}
