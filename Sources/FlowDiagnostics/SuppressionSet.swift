/// The suppressions of a compilation, with a record of those that were used.
struct SuppressionSet: Sendable {
    /// The code and file that a suppression applies to.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let file: FileID
    }

    private var all: [Suppression] = []
    /// Whether each suppression was used.
    private var used: [Bool] = []
    /// The indices of suppressions, in the order of their scopes.
    private var byKey: [Key: [Int]] = [:]

    /// Adds a suppression.
    ///
    /// Suppressions with the same code and file must be added in the order of their scopes. Two such scopes must not
    /// overlap, unless they have the same end.
    mutating func add(_ suppression: Suppression) {
        byKey[Key(code: suppression.code, file: suppression.scope.file), default: []].append(all.count)
        all.append(suppression)
        used.append(false)
    }

    /// Returns the suppression of a finding and marks it as used, or returns nil if the finding is not suppressed.
    mutating func use(for diagnostic: Diagnostic) -> Suppression? {
        guard let index = index(for: diagnostic) else { return nil }
        used[index] = true
        return all[index]
    }

    /// Returns whether a finding is suppressed.
    func covers(_ diagnostic: Diagnostic) -> Bool { index(for: diagnostic) != nil }

    /// Returns the index of the first suppression whose scope contains a finding, or nil if no scope does.
    private func index(for diagnostic: Diagnostic) -> Int? {
        guard !all.isEmpty, let indices = byKey[Key(code: diagnostic.code, file: diagnostic.range.file)] else {
            return nil
        }
        // Searches for the first scope that ends at or after the end of the finding.
        var low = 0
        var high = indices.count
        while low < high {
            let middle = (low + high) / 2
            if all[indices[middle]].scope.end < diagnostic.range.end { low = middle + 1 } else { high = middle }
        }
        guard low < indices.count, all[indices[low]].scope.start <= diagnostic.range.start else { return nil }
        return indices[low]
    }

    /// The suppressions that have not been used.
    var unneeded: [Suppression] { zip(all, used).filter { !$1 }.map(\.0) }
}
