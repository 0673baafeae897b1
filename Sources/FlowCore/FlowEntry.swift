/// One entry of a map.
public struct FlowEntry: Sendable, Equatable {
    /// The key; unique in its map.
    public var key: String
    /// The value.
    public var value: String

    /// An entry.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// Compares byte by byte, without Unicode tables.
    public static func == (left: FlowEntry, right: FlowEntry) -> Bool {
        UTF8Text.same(left.key, right.key) && UTF8Text.same(left.value, right.value)
    }
}
