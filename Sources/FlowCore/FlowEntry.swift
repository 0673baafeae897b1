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

    /// Entries of which the last of each key counts, at the place of the first; cut off where there is no fuel.
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

    /// The entries of a map that was given; nil if its keys were made to collide, so that they would be compared without end.
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
