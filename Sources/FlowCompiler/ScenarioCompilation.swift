import FlowDiagnostics
import FlowEmit
package import FlowIR
import FlowSyntax

/// The result of reading scenarios and compiling the flow that they test.
package struct ScenarioCompilation: Sendable {
    /// The scenarios that were read; empty if the file or its flow has errors in its structure or names.
    package let scenarios: [Scenario]
    /// The path of the flow; nil if the file has no scenarios, or the flow was not found.
    package let flowPath: String?
    /// The compilation of the flow, with all findings.
    package let compilation: Compilation
}
