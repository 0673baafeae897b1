package import FlowAnalysis
package import FlowChecks
package import FlowDiagnostics
package import FlowIR
package import FlowSyntax

/// The result of compiling a file.
package struct Compilation: Sendable {
    package let graph: DocumentGraph
    package var bag: DiagnosticBag
    /// The compiled flow, or the flow that the scenarios test, without unreachable states.
    ///
    /// Nil if there is an error, if the flow is abstract, or if there is no flow.
    package private(set) var verified: VerifiedFlow?
    /// The locations of the flow's parts, and further facts for checks.
    package let annotations: FlowAnnotations
    /// The flow with all of its states, even if it has errors; nil if the compilation ended before ``FlowChecks``.
    package private(set) var unproven: LoweredFlow?
    /// The paths that show why proofs failed.
    package private(set) var counterexamples: [Counterexample] = []
    /// Whether all phases before ``FlowChecks`` finished without errors.
    let hasPassedLowering: Bool

    /// Creates the result of a compilation that ends before ``FlowChecks``.
    ///
    /// It ends there for a service description, an abstract flow, or a flow with errors.
    init(graph: DocumentGraph, bag: DiagnosticBag) {
        self.graph = graph
        self.bag = bag
        annotations = FlowAnnotations()
        hasPassedLowering = !bag.hasErrors
    }

    init(graph: DocumentGraph, bag: DiagnosticBag, result: CheckResult, annotations: FlowAnnotations) {
        self.graph = graph
        self.bag = bag
        verified = bag.hasErrors ? nil : result.verified?.pruned
        self.annotations = annotations
        unproven = result.flow
        counterexamples = result.counterexamples
        hasPassedLowering = true
    }

    /// The flow in ``verified``; nil if there is none.
    package var flow: LoweredFlow? { verified?.flow }

    /// The same compilation with its flow even if a check found an error, for a page that shows what goes wrong.
    ///
    /// Nil if the compilation ended before ``FlowChecks``.
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

    /// Adds a finding for each suppression in `file` that matched no finding.
    ///
    /// Call this after all checks have run. If the user made these findings errors, the flow becomes nil.
    mutating func reportUnusedSuppressions(in file: FileID) {
        for suppression in bag.unusedSuppressions where suppression.place.file == file {
            bag.add(
                Diagnostic(
                    .unusedSuppression, at: suppression.place,
                    "this suppression of '\(suppression.code)' matches no finding",
                    help: ["remove the code, or the whole instruction"]))
        }
        if bag.hasErrors { verified = nil }
    }

    /// Encodes the flow as a table.
    ///
    /// - Parameters:
    ///   - names: whether the table contains the names of states, for traces
    ///   - marks: whether the table marks each transition, for coverage
    /// - Returns: the bytes of the table, or nil if there is no flow
    /// - Throws: ``TableLimit`` if the flow exceeds a limit of the format
    package func table(names: Bool = true, marks: Bool = false) throws(TableLimit) -> [UInt8]? {
        guard let verified else { return nil }
        return try TableWriter.write(verified, options: EmitOptions(includesNames: names, includesMarks: marks))
    }
}

/// The result of compiling a flow file.
public struct CompiledFlow: Sendable {
    /// The table of the flow or, for scenarios, of their flow; nil for a service, an abstract flow, or after an error.
    public let table: [UInt8]?
    /// The findings, sorted by location.
    public let findings: [FlowFinding]
    /// The findings as text for users, with source excerpts.
    public let report: String
}

/// The result of reading scenarios and compiling the flow that they test.
package struct ScenarioCompilation: Sendable {
    /// The scenarios that were read; empty for another kind of file, or if a phase before ``FlowChecks`` failed.
    package let scenarios: [Scenario]
    /// The path of the flow; nil for another kind of file, or if a phase before ``FlowChecks`` failed.
    package let flowPath: String?
    /// The compilation of the flow, with all findings.
    package let compilation: Compilation
}

extension Compilation {
    /// Returns the DefineAuthChallenge trigger that asks for the rounds of the flow in order.
    ///
    /// The script has the form of a CommonJS or an ES module. It is nil if there is no flow, or the flow has no rounds.
    package func trigger(as form: ScriptForm) -> String? {
        verified.flatMap { TriggerWriter.javaScript($0, as: form) }
    }

    /// The finding that the flow has no rounds to write a trigger for; nil if it has some, or there is no flow.
    package var missingRounds: Diagnostic? {
        guard let flow, flow.rounds.isEmpty, let tree = graph.root?.tree else { return nil }
        return Diagnostic(
            .missingRounds, at: tree.nameRange(of: tree.root), "the flow '\(flow.name)' has no rounds",
            help: ["list the challenges of the trigger in order: <rounds><round challenge=\"…\"/></rounds>"])
    }
}

/// A finding in a flow file.
public struct FlowFinding: Sendable {
    /// The stable code, such as `unknown-target`.
    public let code: String
    /// Whether the finding is an error, which prevents compilation.
    public let isError: Bool
    /// The path of the file.
    public let path: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The finding in one sentence.
    public let message: String
}

package struct CompilerOptions: Sendable {
    /// The severities that the user chose.
    package var severities: SeverityOverrides
    package var limits: ParseLimits

    /// Creates options, by default the options of the command-line tool.
    package init(severities: SeverityOverrides = SeverityOverrides(), limits: ParseLimits = ParseLimits()) {
        self.severities = severities
        self.limits = limits
    }
}
