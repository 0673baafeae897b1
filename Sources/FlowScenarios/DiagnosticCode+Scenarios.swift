package import FlowDiagnostics

extension DiagnosticCode {
    /// A scenario's line that holds no JSON.
    package static let badJSON = DiagnosticCode(
        "bad-json", summary: "The text of a scenario line must be valid JSON.")
    /// A scenario goes on from one that does not exist.
    package static let unknownScenario = DiagnosticCode(
        "unknown-scenario", summary: "A scenario can only continue another scenario of the same file.")
    /// A text is used that nothing defines.
    package static let unknownDefinition = DiagnosticCode(
        "unknown-definition", summary: "A definition that a scenario line uses must exist in the same file.")
    /// Scenarios that go on from each other in a cycle.
    package static let scenarioCycle = DiagnosticCode(
        "scenario-cycle", summary: "Scenarios must not continue each other in a cycle.")

    /// All codes of scenarios.
    package static let scenarioCodes: [DiagnosticCode] = [
        .badJSON, .unknownScenario, .unknownDefinition, .scenarioCycle,
    ]
}
