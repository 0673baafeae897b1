import FlowDiagnostics
import FlowEmit
package import FlowModel
import FlowSyntax

/// The result of reading scenarios and compiling the flow that they test.
package struct ScenarioCompilation: Sendable {
    /// The scenarios without errors.
    package let scenarios: [Scenario]
    /// The flow's file, if it was found.
    package let flowPath: String?
    /// The flow, and all findings.
    package let compilation: Compilation
}
