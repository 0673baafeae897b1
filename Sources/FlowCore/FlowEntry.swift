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
        var result: [FlowEntry] = []
        var places = EntryPlaces(entries.count)
        for entry in entries {
            if let index = places.place(of: entry.key, in: result) {
                result[index] = entry
            } else {
                result.append(entry)
            }
        }
        return result
    }

    /// Compares byte by byte, without Unicode tables.
    public static func == (left: FlowEntry, right: FlowEntry) -> Bool {
        UTF8Text.same(left.key, right.key) && UTF8Text.same(left.value, right.value)
    }
}

/// Finds the entries of a map by key: among many, as a service may send, in a table with open addressing. An embedded program has few, and no
/// room for the table.
private struct EntryPlaces {
    #if hasFeature(Embedded)
        init(_: Int) {}

        mutating func place(of key: String, in entries: [FlowEntry]) -> Int? {
            for index in 0..<entries.count where UTF8Text.same(entries[index].key, key) { return index }
            return nil
        }
    #else
        private var places: [Int]

        init(_ count: Int) {
            var capacity = 4
            while capacity < count * 2 { capacity *= 2 }
            places = Array(repeating: -1, count: capacity)
        }

        /// The place of an entry; where there is none, the next entry is expected to have this key.
        mutating func place(of key: String, in entries: [FlowEntry]) -> Int? {
            var bucket = UTF8Text.hash(key) & (places.count - 1)
            while places[bucket] >= 0 {
                if UTF8Text.same(entries[places[bucket]].key, key) { return places[bucket] }
                bucket = (bucket + 1) & (places.count - 1)
            }
            places[bucket] = entries.count
            return nil
        }
    #endif
}
