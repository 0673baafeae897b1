/// Finds texts of a list by their bytes: among many, as a service may send, in a table with open addressing. Whoever knows the hash can
/// make texts collide, so each comparison takes fuel.
struct TextPlaces {
    /// By bucket: 1 + the number of a text; empty where texts are few.
    private var places: [Int] = []
    /// How many texts were added.
    private var count = 0
    private let isFolded: Bool
    /// So few texts are compared one after the other.
    private static let few = 8

    /// Places for at most so many texts, compared byte by byte or without regard to ASCII case.
    init(_ most: Int, isFolded: Bool = false) {
        self.isFolded = isFolded
        // An embedded program has no room for a table.
        #if !hasFeature(Embedded)
            guard most > Self.few else { return }
            var capacity = 2 * Self.few
            while capacity < most * 2 { capacity *= 2 }
            places = Array(repeating: 0, count: capacity)
        #endif
    }

    /// Adds the text behind those that were added.
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

    /// The number of a text among those that were added; nil if it is not there, or if there is no fuel.
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
