package import FlowDiagnostics
import FlowLowering

extension DiagnosticCode {
    /// A node that no way leads to.
    package static let unreachableNode = DiagnosticCode(
        "unreachable-node", .error, isAboutShape: true,
        summary: "Every node of a flow must be reachable from its start.")
    /// A node that no way leads out of.
    package static let noWayToEnd = DiagnosticCode(
        "no-way-to-end", .error, isAboutShape: true, summary: "From every node an end must be reachable.")
    /// Transitions of which it is not said which one counts.
    package static let overlappingTransitions = DiagnosticCode(
        "overlapping-transitions", .error, summary: "Two transitions for one event must exclude each other.")
    /// A choice with a gap.
    package static let incompleteChoice = DiagnosticCode(
        "incomplete-choice", .error, summary: "A choice must go on whatever its data are.")
    /// A branch that is never taken.
    package static let deadBranch = DiagnosticCode(
        "dead-branch", .error, isAboutShape: true,
        summary: "A branch of a choice must be possible behind those before it.")
    /// A circle without waiting.
    package static let spins = DiagnosticCode(
        "spins", .error, summary: "A flow must not go in circles without waiting for anything.")
    /// A circle that calls the service without end.
    package static let hammers = DiagnosticCode(
        "hammers", .error, isAboutShape: true, summary: "A circle that calls the service needs the host or a limit.")
    /// An event that nothing takes.
    package static let droppedEvent = DiagnosticCode(
        "dropped-event", .error, isAboutShape: true, summary: "Whatever a node waits for, it must take every answer.")
    /// A scenario's line that holds no JSON.
    package static let badJSON = DiagnosticCode(
        "bad-json", summary: "The text of a scenario's line must be JSON.")

    /// All codes of this phase.
    package static let semaCodes: [DiagnosticCode] =
        loweringCodes + [.unreachableNode, .noWayToEnd, .overlappingTransitions, .incompleteChoice, .deadBranch, .spins, .hammers, .droppedEvent, .badJSON, .guardTooComplex, .unknownScenario, .unknownDefinition, .scenarioCycle] + proofCodes + roundCodes
}
