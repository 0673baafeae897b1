package import FlowDiagnostics

extension DiagnosticCode {
    /// A scenario's line contains no JSON.
    package static let badJSON = DiagnosticCode(
        "bad-json", summary: "The text of a scenario line must be valid JSON.")
    /// A scenario continues one that does not exist.
    package static let unknownScenario = DiagnosticCode(
        "unknown-scenario", summary: "A scenario can only continue another scenario of the same file.")
    /// A text has no definition.
    package static let unknownDefinition = DiagnosticCode(
        "unknown-definition", summary: "A definition that a scenario line uses must exist in the same file.")
    /// Scenarios continue each other in a cycle.
    package static let scenarioCycle = DiagnosticCode(
        "scenario-cycle", summary: "Scenarios must not continue each other in a cycle.")

    /// All codes of scenarios.
    package static let scenarioCodes: [DiagnosticCode] = [
        .badJSON, .unknownScenario, .unknownDefinition, .scenarioCycle,
    ]
}
