package import FlowDiagnostics
package import FlowModel
import FlowSyntax

/// What the semantic phase made of a flow.
package struct Analysis: Sendable {
    /// The flow, if it has no errors.
    package let flow: CheckedFlow?
    /// Where its parts stand.
    package let map: SourceMap
    /// All findings.
    package let bag: DiagnosticBag
}
