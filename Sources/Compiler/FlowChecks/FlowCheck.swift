import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// A check of a flow, in a file with its rule, its messages and its codes.
///
/// To add a check, write such a file, and add the type to the list of its stage in ``FlowChecks``.
package protocol FlowCheck: SendableMetatype {
    /// The codes of the findings that the check reports.
    static var codes: [DiagnosticCode] { get }
}

/// A check of the flow's structure, which explores no states.
protocol StaticCheck: FlowCheck {
    /// Adds a finding for each violation.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic])
}

/// A check of the flow's reachable states.
protocol ProofCheck: FlowCheck {
    /// Adds a finding for each violation, with a counterexample if a run shows it.
    static func check(_ proof: Proof, _ findings: inout ProofFindings)
}

/// A flow under check, with the analyses that several checks share.
final class CheckSubject {
    let flow: LoweredFlow
    /// The locations of the flow's parts, and the declarations of its author and its service.
    let annotations: FlowAnnotations
    /// The analyses of the flow, each computed on first use.
    let analyses: AnalysisCache

    /// The cycles that the flow can repeat without the host and without a bound.
    private(set) lazy var endlessCycles = EndlessCycles.all(self)

    /// Prepares the checks of a flow. `secrets` is the analysis of dead secrets, if it has already run.
    init(_ annotated: AnnotatedFlow, secrets: DeadSecretElimination? = nil) {
        flow = annotated.flow
        annotations = annotated.annotations
        analyses = AnalysisCache(annotated.flow, annotated.annotations, secrets: secrets)
    }
}

extension Decision {
    /// The finding that the solver could not decide the guards.
    var tooComplexFinding: Diagnostic {
        Diagnostic(
            .guardTooComplex, at: range, "the guards of \(subject) are too complex to check",
            help: ["test fewer values in these guards, or divide the test among several choices"])
    }
}

extension DiagnosticCode {
    package static let guardTooComplex = DiagnosticCode(
        "guard-too-complex", .warning, summary: "Guards should be simple enough for the compiler to decide.")
}

extension Sequence<String> {
    /// The conditions as a phrase such as `when code is absent`, or `in every case` if there is no condition.
    var whenPhrase: String {
        let conditions = joined(separator: " and ")
        return conditions.isEmpty ? "in every case" : "when " + conditions
    }
}
