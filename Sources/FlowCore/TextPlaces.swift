/// Finds texts of a list by their bytes: a hash table with open addressing. Someone who knows the hash function can
/// make texts collide, so each comparison spends fuel.
struct TextPlaces {
    /// By bucket: 1 + the number of a text. It is empty for a short list.
    private var places: [Int] = []
    /// The number of texts added.
    private var count = 0
    private let isFolded: Bool
    /// Up to this many texts are searched linearly.
    private static let few = 8

    /// Reserves room for `most` texts. With `isFolded`, ASCII case is ignored.
    init(_ most: Int, isFolded: Bool = false) {
        self.isFolded = isFolded
        // Embedded builds search linearly, to save space.
        #if !hasFeature(Embedded)
            guard most > Self.few else { return }
            var capacity = 2 * Self.few
            while capacity < most * 2 { capacity *= 2 }
            places = Array(repeating: 0, count: capacity)
        #endif
    }

    /// Adds the next text of the list.
    mutating func add(_ text: String, _ fuel: inout Fuel) {
        count += 1
        guard !places.isEmpty, !fuel.isSpent else { return }
        var bucket = bucket(of: text, &fuel)
        while places[bucket] != 0 {
            fuel.spend(Fuel.instruction)
            bucket = (bucket + 1) & (places.count - 1)
        }
        places[bucket] = count
    }

    /// Returns the number of an added text; nil if it is missing or fuel runs out.
    func find(_ text: String, among added: (Int) -> String, _ fuel: inout Fuel) -> Int? {
        if places.isEmpty {
            for index in 0..<count where isSame(text, added(index), &fuel) { return index }
            return nil
        }
        var bucket = bucket(of: text, &fuel)
        while places[bucket] != 0 {
            if isSame(text, added(places[bucket] - 1), &fuel) { return places[bucket] - 1 }
            if fuel.isSpent { return nil }
            bucket = (bucket + 1) & (places.count - 1)
        }
        return nil
    }

    private func bucket(of text: String, _ fuel: inout Fuel) -> Int {
        fuel.spend(Fuel.instruction + text.utf8.count)
        return UTF8Text.hash(text, isFolded: isFolded) & (places.count - 1)
    }

    private func isSame(_ left: String, _ right: String, _ fuel: inout Fuel) -> Bool {
        fuel.spend(comparing: left.utf8.count, with: right.utf8.count)
        guard !fuel.isSpent else { return false }
        return isFolded ? UTF8Text.sameFolded(left, right) : UTF8Text.same(left, right)
    }
}
