package import FlowAnalysis
package import FlowChecks
package import FlowDiagnostics
package import FlowEmit
package import FlowIR
package import FlowSyntax

/// The result of compiling a file.
package struct Compilation: Sendable {
    /// The documents that were read.
    package let graph: DocumentGraph
    package var bag: DiagnosticBag
    /// The flow without unreachable states; nil if it has errors, or if the file is not a flow.
    package private(set) var verified: VerifiedFlow?
    /// The locations of the flow's parts, and further facts for checks.
    package let annotations: FlowAnnotations
    /// The flow as it was before the proofs; nil if an earlier phase found errors.
    package private(set) var unproven: LoweredFlow?
    /// The paths that show why proofs failed.
    package private(set) var counterexamples: [Counterexample] = []
    /// Whether all phases before the proofs finished without errors.
    let hasPassedLowering: Bool

    /// Creates a result without a flow, for a file that is not a flow or that has errors before the proofs.
    init(graph: DocumentGraph, bag: DiagnosticBag) {
        self.graph = graph
        self.bag = bag
        annotations = FlowAnnotations()
        hasPassedLowering = !bag.hasErrors
    }

    /// Creates the result of a compilation whose proofs have run.
    init(graph: DocumentGraph, bag: DiagnosticBag, result: CheckResult, annotations: FlowAnnotations) {
        self.graph = graph
        self.bag = bag
        verified = bag.hasErrors ? nil : result.verified?.pruned
        self.annotations = annotations
        unproven = result.flow
        counterexamples = result.counterexamples
        hasPassedLowering = true
    }

    /// The verified flow; nil if it has errors, or if the file is not a flow.
    package var flow: LoweredFlow? { verified?.flow }

    /// The same compilation with its flow although a proof refuted it, for a page that shows what goes wrong.
    ///
    /// Nil if the flow did not get as far as the proofs.
    package var withRefutedFlow: Compilation? {
        guard let unproven else { return nil }
        var result = self
        result.verified = verified ?? VerifiedFlow(refuted: unproven.pruned)
        return result
    }

    /// The files that were read, to which locations refer.
    package var sources: SourceSet { graph.sources }

    /// The findings, sorted by location.
    package var diagnostics: [Diagnostic] { bag.sorted(in: graph.sources) }

    /// The findings that the author suppressed, sorted by location.
    package var suppressed: [SuppressedDiagnostic] { bag.sortedSuppressed(in: graph.sources) }

    /// The locations of the written transitions, by number.
    package var transitions: [SourceRange] { annotations.transitions.map(\.range) }

    /// Adds a finding for each suppression in a file that suppressed no finding.
    ///
    /// Call this after all checks have run. If the user made these findings errors, the flow becomes nil.
    mutating func reportUnneededSuppressions(in file: FileID) {
        for suppression in bag.unneededSuppressions where suppression.place.file == file {
            bag.add(
                Diagnostic(
                    .unneededSilencing, at: suppression.place,
                    "this suppression of '\(suppression.code)' matches no finding",
                    help: ["remove the code, or the whole instruction"]))
        }
        if bag.hasErrors { verified = nil }
    }

    /// Encodes the flow as a table.
    /// - Parameters:
    ///   - names: whether the table contains the names of states, for traces.
    ///   - marks: whether the table marks each transition, for coverage.
    /// - Returns: the bytes of the table, or nil if there is no flow.
    /// - Throws: ``TableLimit`` if the flow exceeds a limit of the format.
    package func table(names: Bool = true, marks: Bool = false) throws(TableLimit) -> [UInt8]? {
        guard let verified else { return nil }
        return try TableWriter.write(verified, options: EmitOptions(includesNames: names, includesMarks: marks))
    }
}
