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

    /// Entries of which the last of each key counts, at the place of the first.
    static func unique(_ entries: [FlowEntry]) -> [FlowEntry] {
        guard entries.count > 1 else { return entries }
        // Equal keys side by side, in their order: what a service sends may be long.
        let order = entries.indices.sorted { left, right in
            if UTF8Text.same(entries[left].key, entries[right].key) { return left < right }
            return UTF8Text.precedes(entries[left].key, entries[right].key)
        }
        var result = entries
        var isRepeated = [Bool](repeating: false, count: entries.count)
        var first = order[0]
        for index in order.dropFirst() {
            if UTF8Text.same(entries[first].key, entries[index].key) {
                result[first] = entries[index]
                isRepeated[index] = true
            } else {
                first = index
            }
        }
        return result.indices.filter { !isRepeated[$0] }.map { result[$0] }
    }

    /// Compares byte by byte, without Unicode tables.
    public static func == (left: FlowEntry, right: FlowEntry) -> Bool {
        UTF8Text.same(left.key, right.key) && UTF8Text.same(left.value, right.value)
    }
}
