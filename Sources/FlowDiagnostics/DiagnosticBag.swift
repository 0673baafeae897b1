/// Collects findings. Passes take it `inout` and go on; nothing is thrown.
package struct DiagnosticBag: Sendable {
    /// The findings in the order in which they were added, without ignored and silenced ones.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The number of errors among the findings.
    package private(set) var errorCount = 0
    /// The findings that their author silenced, in the order in which they were added; they are no errors.
    package private(set) var suppressed: [SuppressedDiagnostic] = []
    private var suppressions = SuppressionSet()
    /// The user's wishes about severities, applied as findings are added.
    package let overrides: SeverityOverrides

    /// Makes an empty bag.
    package init(overrides: SeverityOverrides = SeverityOverrides()) { self.overrides = overrides }

    /// True when at least one finding is an error.
    package var hasErrors: Bool { errorCount > 0 }

    /// True when there is no finding at all.
    package var isEmpty: Bool { diagnostics.isEmpty }

    /// Lets findings of a code be silenced in a range. It counts for what is added later.
    ///
    /// Those of one code and file come in the order of their scopes.
    package mutating func silence(_ suppression: Suppression) { suppressions.add(suppression) }

    /// The silencings that have silenced nothing so far, in the order in which they came.
    package var unneededSuppressions: [Suppression] { suppressions.unneeded }

    /// Adds a finding under the overrides; an ignored one is dropped, a silenced one is kept apart.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.severity = overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity)
        let suppression = suppressions.take(diagnostic)
        guard diagnostic.severity != .ignored else { return }
        if let suppression {
            suppressed.append(SuppressedDiagnostic(diagnostic: diagnostic, suppression: suppression))
            return
        }
        if diagnostic.severity == .error { errorCount += 1 }
        diagnostics.append(diagnostic)
    }

    /// Whether a finding would count as an error: under the overrides, and unless its author silenced it.
    package func isError(_ diagnostic: Diagnostic) -> Bool {
        overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity) == .error
            && !suppressions.covers(diagnostic)
    }

    /// Adds all findings of a sequence.
    package mutating func add(contentsOf others: some Sequence<Diagnostic>) {
        for diagnostic in others { add(diagnostic) }
    }

    /// The findings by file and place, errors before warnings at one place, each once.
    ///
    /// Files come in the order of the set; a finding of a file that the set lacks comes last.
    package func sorted(in sources: SourceSet) -> [Diagnostic] { sorted(diagnostics, in: sources) { $0 } }

    /// The silenced findings, sorted in the same way.
    package func sortedSilenced(in sources: SourceSet) -> [SuppressedDiagnostic] {
        sorted(suppressed, in: sources, by: \.diagnostic)
    }

    private func sorted<Finding>(
        _ findings: [Finding], in sources: SourceSet, by diagnostic: (Finding) -> Diagnostic
    ) -> [Finding] {
        var seen = Set<Key>()
        let unique = findings.enumerated().filter { seen.insert(Key(diagnostic($0.element))).inserted }
        return unique.sorted { left, right in
            order(diagnostic(left.element), left.offset, sources).lexicographicallyPrecedes(
                order(diagnostic(right.element), right.offset, sources)
            )
        }.map(\.element)
    }

    private func order(_ diagnostic: Diagnostic, _ added: Int, _ sources: SourceSet) -> [Int] {
        let range = diagnostic.range
        return [
            sources[range.file] == nil ? 1 : 0, Int(range.file.index), Int(range.start), Int(range.end),
            diagnostic.severity == .error ? 0 : 1, added,
        ]
    }

    /// What makes two findings the same.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let message: ByteText

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code
            range = diagnostic.range
            message = ByteText(diagnostic.message)
        }
    }
}
