/// The suppressions of a compilation, and which of them are in use.
struct SuppressionSet: Sendable {
    /// Suppressions by code and file.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let file: FileID
    }

    private var all: [Suppression] = []
    private var isNeeded: [Bool] = []
    private var byKey: [Key: [Int]] = [:]

    /// Adds a suppression.
    ///
    /// Those of one code and file come in the order of their scopes. These either follow each other or share their end.
    mutating func add(_ suppression: Suppression) {
        byKey[Key(code: suppression.code, file: suppression.scope.file), default: []].append(all.count)
        all.append(suppression)
        isNeeded.append(false)
    }

    /// Returns a finding's suppression and marks it as used, or nil.
    mutating func take(_ diagnostic: Diagnostic) -> Suppression? {
        guard let number = number(for: diagnostic) else { return nil }
        isNeeded[number] = true
        return all[number]
    }

    /// Whether a finding is suppressed.
    func covers(_ diagnostic: Diagnostic) -> Bool { number(for: diagnostic) != nil }

    private func number(for diagnostic: Diagnostic) -> Int? {
        guard !all.isEmpty, let numbers = byKey[Key(code: diagnostic.code, file: diagnostic.range.file)] else {
            return nil
        }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if all[numbers[middle]].scope.end < diagnostic.range.end { low = middle + 1 } else { high = middle }
        }
        guard low < numbers.count, all[numbers[low]].scope.start <= diagnostic.range.start else { return nil }
        return numbers[low]
    }

    /// The suppressions without effect so far.
    var unneeded: [Suppression] { zip(all, isNeeded).filter { !$1 }.map(\.0) }
}
