/// One entry of a map.
public struct FlowEntry: Sendable, Equatable {
    /// The key, unique within its map.
    public var key: String
    /// The value.
    public var value: String

    /// Creates an entry.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// Removes duplicate keys: the last value wins, at the first one's position. Stops when fuel runs out.
    static func unique(_ entries: [FlowEntry], _ fuel: inout Fuel) -> [FlowEntry] {
        var result: [FlowEntry] = []
        var places = TextPlaces(entries.count)
        for entry in entries {
            fuel.spend(Fuel.change)
            if let index = places.find(entry.key, among: { result[$0].key }, &fuel) {
                result[index] = entry
            } else {
                if fuel.isSpent { break }
                places.add(entry.key, &fuel)
                result.append(entry)
            }
        }
        return result
    }

    /// Removes duplicate keys; nil if too many keys collide. Comparing those would take too long.
    static func unique(_ given: [FlowEntry]) -> [FlowEntry]? {
        var fuel = Fuel(0)
        for entry in given { fuel.fill(Fuel.change * 8 + entry.key.utf8.count * 4) }
        let entries = unique(given, &fuel)
        return fuel.isSpent ? nil : entries
    }

    /// Compares byte by byte, without Unicode tables.
    public static func == (left: FlowEntry, right: FlowEntry) -> Bool {
        UTF8Text.same(left.key, right.key) && UTF8Text.same(left.value, right.value)
    }
}
