import FlowCore

extension JSONValue {
    /// Returns an object whose members are strings, sorted by name.
    static func stringMap(_ map: [String: String]) -> JSONValue {
        .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// Returns a list of strings.
    static func list(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

    /// Returns the JSON text of a list of strings, which is the form of lists in challenge parameters.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Returns attributes as a list of `{"Name": …, "Value": …}`, sorted by name.
    static func attributes(_ map: [String: String]) -> JSONValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
            })
    }

    /// Returns a time in seconds since 1970, the API's format.
    static func time(_ seconds: Int64) -> JSONValue { .number(String(seconds)) }
}
