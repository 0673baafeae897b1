import FlowCore

extension WireValue {
    /// An object of texts, sorted by name so that answers are the same each time.
    static func texts(_ map: [String: String]) -> WireValue {
        .object(map.sorted { $0.key < $1.key }.map { WireMember($0.key, .string($0.value)) })
    }

    /// A list of texts.
    static func list(_ items: [String]) -> WireValue { .array(items.map { .string($0) }) }

    /// A list as the text of JSON, which is how challenge parameters hold lists.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Attributes as the API lists them.
    static func attributes(_ map: [String: String]) -> WireValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([WireMember("Name", .string($0.key)), WireMember("Value", .string($0.value))])
            })
    }

    /// A time as the API writes it: seconds since 1970.
    static func time(_ seconds: Int64) -> WireValue { .number(String(seconds)) }
}
