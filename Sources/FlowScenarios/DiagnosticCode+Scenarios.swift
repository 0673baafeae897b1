package import FlowDiagnostics

extension DiagnosticCode {
    /// The text of a scenario line is not valid JSON.
    package static let badJSON = DiagnosticCode(
        "bad-json", summary: "The text of a scenario line must be valid JSON.")
    /// A scenario continues another one that does not exist.
    package static let unknownScenario = DiagnosticCode(
        "unknown-scenario", summary: "A scenario can only continue another scenario of the same file.")
    /// A scenario line uses a definition that does not exist.
    package static let unknownDefinition = DiagnosticCode(
        "unknown-definition", summary: "A definition that a scenario line uses must exist in the same file.")
    /// Scenarios continue each other in a cycle.
    package static let scenarioCycle = DiagnosticCode(
        "scenario-cycle", summary: "Scenarios must not continue each other in a cycle.")
}
