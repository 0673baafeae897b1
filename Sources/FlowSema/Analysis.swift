package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel
import FlowSyntax

/// What the semantic phase made of a flow.
package struct Analysis: Sendable {
    /// The flow, if it has no errors.
    package private(set) var flow: CheckedFlow?
    /// What is known of how it was written.
    package let annotations: FlowAnnotations
    /// All findings.
    package let bag: DiagnosticBag
    /// The flow before its proofs, whatever they found; nothing if a name in it is wrong. Its states are those of the annotations.
    package private(set) var unproven: CheckedFlow?
    /// Paths that show findings.
    package private(set) var counterexamples: [Counterexample] = []
}
