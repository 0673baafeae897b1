package import FlowAnnotations
package import FlowDiagnostics

/// A flow as its documents say it, and what is wrong with them.
package struct LoweredFlow: Sendable {
    /// The flow, unless it is abstract; where `findings` has errors, parts of it may be missing.
    package var flow: AnnotatedFlow?
    /// All findings about names, types and guards.
    package var findings: [Diagnostic]

    /// A lowered flow.
    package init(flow: AnnotatedFlow?, findings: [Diagnostic]) {
        self.flow = flow
        self.findings = findings
    }
}
