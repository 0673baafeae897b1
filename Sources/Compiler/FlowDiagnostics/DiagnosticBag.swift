/// Collects the findings of a compilation.
///
/// Passes do not throw findings. They add them to the bag, or return them to a caller that does.
package struct DiagnosticBag: Sendable {
    /// The findings in insertion order, except those that are ignored or suppressed.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The number of errors among the findings.
    package private(set) var errorCount = 0
    /// The suppressed findings in insertion order, which do not count as errors.
    package private(set) var suppressed: [SuppressedDiagnostic] = []
    private var suppressions = SuppressionSet()
    /// The user's severities, applied when findings are added.
    package let overrides: SeverityOverrides

    /// Creates an empty bag, by default without overrides.
    package init(overrides: SeverityOverrides = SeverityOverrides()) { self.overrides = overrides }

    package var hasErrors: Bool { errorCount > 0 }

    package var isEmpty: Bool { diagnostics.isEmpty }

    /// Adds a suppression, which applies to findings that are added later.
    ///
    /// The suppressions of a code in a file must be added in the order of their scopes. Two such scopes must not
    /// overlap, unless they have the same end.
    package mutating func suppress(_ suppression: Suppression) { suppressions.add(suppression) }

    /// The suppressions that no finding has used so far, in insertion order.
    package var unusedSuppressions: [Suppression] { suppressions.unused }

    /// Adds a finding with the user's severity.
    ///
    /// The bag drops ignored findings, and stores suppressed findings in `suppressed`.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.severity = overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity)
        // A suppression of an ignored finding also counts as used.
        let suppression = suppressions.use(for: diagnostic)
        guard diagnostic.severity != .ignored else { return }
        if let suppression {
            suppressed.append(SuppressedDiagnostic(diagnostic: diagnostic, suppression: suppression))
            return
        }
        if diagnostic.severity == .error { errorCount += 1 }
        diagnostics.append(diagnostic)
    }

    /// Returns whether a finding would be an error in this bag, given its overrides and suppressions.
    package func isError(_ diagnostic: Diagnostic) -> Bool {
        overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity) == .error
            && !suppressions.covers(diagnostic)
    }

    package mutating func add(contentsOf findings: some Sequence<Diagnostic>) {
        for finding in findings { add(finding) }
    }

    /// Returns the findings in the order of their locations, without duplicates.
    ///
    /// Files are in the order of the set, and files outside the set come last. At the same location, errors come first.
    package func sorted(in sources: SourceSet) -> [Diagnostic] { sorted(diagnostics, in: sources) { $0 } }

    /// Returns the suppressed findings in the order of their locations, without duplicates.
    package func sortedSuppressed(in sources: SourceSet) -> [SuppressedDiagnostic] {
        sorted(suppressed, in: sources, by: \.diagnostic)
    }

    /// Returns findings in the order of their locations, without duplicates.
    ///
    /// `diagnostic` returns the diagnostic by which a finding is sorted and compared.
    private func sorted<Finding>(
        _ findings: [Finding], in sources: SourceSet, by diagnostic: (Finding) -> Diagnostic
    ) -> [Finding] {
        var seen = Set<Identity>()
        let unique = findings.enumerated().filter { seen.insert(Identity(diagnostic($0.element))).inserted }
        let ordered = unique.sorted { left, right in
            let leftKey = sortKey(of: diagnostic(left.element), addedAt: left.offset, in: sources)
            let rightKey = sortKey(of: diagnostic(right.element), addedAt: right.offset, in: sources)
            return leftKey.lexicographicallyPrecedes(rightKey)
        }
        return ordered.map(\.element)
    }

    /// Returns numbers that order a finding by file, location and severity, then by insertion.
    private func sortKey(of diagnostic: Diagnostic, addedAt index: Int, in sources: SourceSet) -> [Int] {
        let range = diagnostic.range
        return [
            sources[range.file] == nil ? 1 : 0, Int(range.file.index), Int(range.start), Int(range.end),
            diagnostic.severity == .error ? 0 : 1, index,
        ]
    }

    /// The properties that are equal in duplicate findings.
    private struct Identity: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let message: ByteString

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code
            range = diagnostic.range
            message = ByteString(diagnostic.message)
        }
    }
}
