/// An index of the texts in a list: a hash table with open addressing, or a linear search of a short list.
///
/// An attacker who knows the hash function can make texts collide, so each comparison spends fuel.
struct TextPlaces {
    /// By bucket: 1 + the index of a text, or 0. There are no buckets for a short list.
    private var buckets: [Int] = []
    private var count = 0
    private let isFolded: Bool
    /// Up to this many texts are searched linearly.
    private static let linearLimit = 8

    /// Creates an index for up to `capacity` texts. With `isFolded`, ignores ASCII case.
    init(_ capacity: Int, isFolded: Bool = false) {
        self.isFolded = isFolded
        // Embedded builds search linearly, to save space.
        #if !hasFeature(Embedded)
            guard capacity > Self.linearLimit else { return }
            var bucketCount = 2 * Self.linearLimit
            while bucketCount < capacity * 2 { bucketCount *= 2 }
            buckets = Array(repeating: 0, count: bucketCount)
        #endif
    }

    /// Adds the next text of the list, which gets the next index. If fuel runs out, the text cannot be found.
    mutating func add(_ text: String, _ fuel: inout Fuel) {
        count += 1
        guard !buckets.isEmpty, !fuel.isSpent else { return }
        var bucket = firstBucket(of: text, &fuel)
        while buckets[bucket] != 0 {
            fuel.spend(Fuel.instruction)
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        buckets[bucket] = count
    }

    /// Returns the index of a text, or nil if the text was not added or fuel runs out.
    ///
    /// The closure must return the added text at an index.
    func find(_ text: String, among added: (Int) -> String, _ fuel: inout Fuel) -> Int? {
        if buckets.isEmpty {
            for index in 0..<count where isSame(text, added(index), &fuel) { return index }
            return nil
        }
        var bucket = firstBucket(of: text, &fuel)
        while buckets[bucket] != 0 {
            if isSame(text, added(buckets[bucket] - 1), &fuel) { return buckets[bucket] - 1 }
            if fuel.isSpent { return nil }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return nil
    }

    /// Returns the index of the bucket where the search for a text begins.
    private func firstBucket(of text: String, _ fuel: inout Fuel) -> Int {
        fuel.spend(Fuel.instruction + text.utf8.count)
        return UTF8Text.hash(text, isFolded: isFolded) & (buckets.count - 1)
    }

    /// Returns whether two texts are equal, and spends fuel on the comparison; returns false if the fuel runs out.
    private func isSame(_ left: String, _ right: String, _ fuel: inout Fuel) -> Bool {
        fuel.spend(comparing: left.utf8.count, with: right.utf8.count)
        guard !fuel.isSpent else { return false }
        return isFolded ? UTF8Text.isSameIgnoringCase(left, right) : UTF8Text.isSame(left, right)
    }
}
