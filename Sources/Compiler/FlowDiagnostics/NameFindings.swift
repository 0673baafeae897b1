/// The findings about names that several phases report.
package enum NameFindings {
    /// Creates a finding about an undeclared name. `kind` says what the name should refer to, such as `handler`.
    ///
    /// The finding has the given help, and suggests names in `known` that are similar or, if none is, have more words.
    package static func unknown(
        _ name: SourceName, _ kind: String, _ code: DiagnosticCode, among known: some Sequence<String>,
        help: [String] = []
    ) -> Diagnostic {
        let known = Array(known)
        let similar = NearNames.suggest(name.text, among: known)
        let near = similar.isEmpty ? NearNames.withMoreWords(than: name.text, among: known) : similar
        return Diagnostic(
            code, at: name.range, "unknown \(kind) '\(name.text)'", subjects: [name.text],
            help: help + self.help(near: near))
    }

    /// Returns a help line that suggests the names in `near`, or an empty array if there are none.
    package static func help(near: [String]) -> [String] {
        near.isEmpty ? [] : ["did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"]
    }

    /// Creates a finding about a second declaration. A note refers to the first one, unless its place `first` is nil.
    ///
    /// `kind` says what the name refers to, such as `handler`.
    package static func duplicateName(_ name: SourceName, _ kind: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(kind) '\(name.text)' is declared twice", subjects: [name.text],
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["rename one of them"])
    }
}

extension DiagnosticCode {
    /// A name is declared twice.
    package static let duplicateName = DiagnosticCode(
        "duplicate-name", summary: "A name must be declared only once.")
}

/// Finds names similar to a misspelled one.
package enum NearNames {
    /// The length of a name in bytes above which no candidate is similar.
    private static let longestName = 64
    /// The distance above which a candidate is not similar, however long the name is.
    private static let greatestDistance = 4

    /// Returns the candidates similar to a name, nearest first, at most `limit`.
    ///
    /// Equally near candidates keep their order. The distance counts insertions, deletions and replacements of UTF-8
    /// bytes, and swaps of adjacent ones (Damerau-Levenshtein, optimal string alignment). It ignores the case of ASCII
    /// letters. The maximum distance is a third of the name's length, but at least 1 and at most 4. No candidate is
    /// similar to a name of more than 64 bytes. A candidate without a letter of the name is not similar, either. The
    /// name itself and duplicates are left out.
    package static func suggest(_ name: String, among candidates: some Sequence<String>, limit: Int = 4) -> [String] {
        let wanted = folded(name)
        guard !wanted.isEmpty, wanted.count <= longestName else { return [] }
        let bound = min(max(wanted.count / 3, 1), greatestDistance)
        var seen: Set<ByteString> = [ByteString(name)]
        var similar: [(distance: Int, name: String)] = []
        for candidate in candidates where abs(candidate.utf8.count - wanted.count) <= bound {
            let other = folded(candidate)
            guard let changes = distance(wanted, other, bound: bound), seen.insert(ByteString(candidate)).inserted
            else {
                continue
            }
            // Names whose distance is the whole length have no letter in common, such as 'x' and 'y'.
            guard changes < max(wanted.count, other.count) else { continue }
            similar.append((changes, candidate))
        }
        let nearestFirst = similar.enumerated().sorted {
            ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
        }
        return nearestFirst.prefix(max(limit, 0)).map(\.element.name)
    }

    /// Returns the distance of two byte strings as defined at `suggest`. Returns nil if it exceeds the bound.
    static func distance(_ left: [UInt8], _ right: [UInt8], bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        // The last two rows of the table of distances between prefixes.
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            // No distance in later rows is less than the least one in this row.
            if let least = current.min(), least > bound { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= bound ? last[right.count] : nil
    }

    /// Returns the first candidates that have more words than a name, such as `CODE_OF_EMAIL` for `CODE_EMAIL`.
    ///
    /// The name starts with the first word of the candidate, and has at least two words and at most 64 bytes. It has
    /// more of the candidate's words, in their order, than it leaves out.
    static func withMoreWords(than name: String, among candidates: [String], limit: Int = 4) -> [String] {
        let kept = words(of: name)
        guard kept.count > 1, name.utf8.count <= longestName else { return [] }
        let longer = candidates.lazy.filter { candidate in
            var rest = words(of: candidate)[...]
            guard rest.first == kept[0], rest.count > kept.count, rest.count < 2 * kept.count else { return false }
            return kept.allSatisfy { rest.firstIndex(of: $0).map { rest = rest[($0 + 1)...] } != nil }
        }
        return Array(longer.prefix(limit))
    }

    /// Returns the words of a name in lower case. A word starts after a separator, and at a capital after a small letter.
    private static func words(of name: String) -> [ArraySlice<UInt8>] {
        var (spaced, followsSmallLetter): ([UInt8], Bool) = ([], false)
        for byte in name.utf8 {
            let small = byte.lowercasedASCII
            if small != byte, followsSmallLetter { spaced.append(UInt8(ascii: " ")) }
            followsSmallLetter = small == byte && byte.isASCIILetter
            spaced.append("_-.".utf8.contains(byte) ? UInt8(ascii: " ") : small)
        }
        return spaced.split(separator: UInt8(ascii: " "))
    }

    /// Returns the UTF-8 bytes of a name, with ASCII letters in lower case.
    private static func folded(_ name: String) -> [UInt8] { name.utf8.map(\.lowercasedASCII) }
}
