/// Finds names similar to a misspelled one.
package enum NearNames {
    /// Returns similar names, nearest first, in the given order among equals.
    ///
    /// The distance counts insertions, deletions, replacements and swaps of adjacent letters (Damerau-Levenshtein,
    /// optimal string alignment) over UTF-8 bytes, ignoring case. The limit is a third of the length, at least 1 and at
    /// most 4. Names longer than 64 bytes are not compared.
    package static func suggest(_ name: String, among candidates: some Sequence<String>, limit: Int = 4) -> [String] {
        let wanted = folded(name)
        guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
        let bound = min(max(wanted.count / 3, 1), 4)
        var seen: Set<ByteText> = [ByteText(name)]
        var found: [(distance: Int, name: String)] = []
        for candidate in candidates where abs(candidate.utf8.count - wanted.count) <= bound {
            let other = folded(candidate)
            guard let distance = distance(wanted, other, bound: bound), seen.insert(ByteText(candidate)).inserted else {
                continue
            }
            // Every name of two letters is similar to any other, so require a letter in common.
            guard distance < max(wanted.count, other.count) else { continue }
            found.append((distance, candidate))
        }
        return found.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(max(limit, 0)).map(\.element.name)
    }

    /// The distance of two byte strings; nil if it exceeds the bound.
    static func distance(_ left: [UInt8], _ right: [UInt8], bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let same = left[row] == right[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            if let least = current.min(), least > bound { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= bound ? last[right.count] : nil
    }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }
}
