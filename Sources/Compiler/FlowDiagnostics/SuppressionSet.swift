/// The suppressions of a compilation, with a record of those that were used.
struct SuppressionSet: Sendable {
    /// The code and file that a suppression applies to.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let file: FileID
    }

    private var all: [Suppression] = []
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

    /// Marks the suppression of a finding as used, and returns it. Returns nil if the finding is not suppressed.
    mutating func use(for diagnostic: Diagnostic) -> Suppression? {
        guard let index = index(for: diagnostic) else { return nil }
        used[index] = true
        return all[index]
    }

    func covers(_ diagnostic: Diagnostic) -> Bool { index(for: diagnostic) != nil }

    /// Returns the index of the first suppression whose scope contains a finding. Returns nil if no scope does.
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

    /// The suppressions that no finding has used so far, in the order in which they were added.
    var unused: [Suppression] { zip(all, used).filter { !$1 }.map(\.0) }
}

/// An author's suppression of all findings of a code in a range.
package struct Suppression: Hashable, Sendable {
    package let code: DiagnosticCode
    /// The location of the code in the instruction.
    package let place: SourceRange
    package let scope: SourceRange
    package let reason: String

    package init(_ code: DiagnosticCode, at place: SourceRange, scope: SourceRange, reason: String) {
        self.code = code
        self.place = place
        self.scope = scope
        self.reason = reason
    }
}

/// A suppressed finding, for reports that include such findings.
package struct SuppressedDiagnostic: Hashable, Sendable {
    package let diagnostic: Diagnostic
    package let suppression: Suppression

    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
