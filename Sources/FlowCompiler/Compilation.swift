package import FlowAnalysis
package import FlowAnnotations
package import FlowDiagnostics
package import FlowEmit
package import FlowModel
package import FlowSyntax

/// The result of compiling one flow.
package struct Compilation: Sendable {
    /// All documents that were read.
    package let graph: DocumentGraph
    package var bag: DiagnosticBag
    /// The flow, if it has no errors.
    package private(set) var flow: CheckedFlow?
    /// Where the flow's parts stand, and what is known of how it was written.
    package let annotations: FlowAnnotations
    /// The flow before its proofs, whatever they found, and paths that show what they found.
    package private(set) var unproven: CheckedFlow?
    package private(set) var counterexamples: [Counterexample] = []
    /// Whether the semantic phase was reached.
    let structureIsGood: Bool

    init(graph: DocumentGraph, bag: DiagnosticBag) {
        self.graph = graph
        self.bag = bag
        flow = nil
        annotations = FlowAnnotations()
        structureIsGood = !bag.hasErrors
    }

    init(graph: DocumentGraph, bag: DiagnosticBag, checked: AnnotatedFlow, counterexamples: [Counterexample]) {
        self.graph = graph
        self.bag = bag
        flow = bag.hasErrors ? nil : checked.flow.pruned
        annotations = checked.annotations
        unproven = checked.flow
        self.counterexamples = counterexamples
        structureIsGood = true
    }

    /// All files that were read, for places.
    package var sources: SourceSet { graph.sources }

    /// All findings, sorted by place.
    package var diagnostics: [Diagnostic] { bag.sorted(in: graph.sources) }

    /// The findings that their author silenced, sorted by place.
    package var suppressed: [SuppressedDiagnostic] { bag.sortedSuppressed(in: graph.sources) }

    /// The places of transitions as written, by number.
    package var transitions: [SourceRange] { annotations.transitions.map(\.range) }

    /// Warns of silencings in a file that silenced nothing, once all that could be found in it was looked for.
    mutating func reportUnneededSuppressions(in file: FileID) {
        for suppression in bag.unneededSuppressions where suppression.place.file == file {
            bag.add(
                Diagnostic(
                    .unneededSilencing, at: suppression.place, "there is no '\(suppression.code)' here to suppress",
                    help: ["remove the code, or the whole instruction"]))
        }
        // A warning can count as an error.
        if bag.hasErrors { flow = nil }
    }

    /// The table.
    /// - Parameters:
    ///   - names: whether the names of states are kept, for traces.
    ///   - marks: whether taken transitions are marked, for coverage.
    /// - Returns: the bytes, or nothing if the flow has errors.
    /// - Throws: ``TableLimit`` if the flow outgrows the format.
    package func table(names: Bool = true, marks: Bool = false) throws(TableLimit) -> [UInt8]? {
        guard let flow else { return nil }
        return try TableWriter.write(flow, options: EmitOptions(includesNames: names, includesMarks: marks))
    }
}
