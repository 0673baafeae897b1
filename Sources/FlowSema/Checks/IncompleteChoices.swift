import FlowAnnotations
import FlowDiagnostics
import FlowAutomata
import FlowModel

/// Rejects choices with a gap: data for which no branch is taken, so that the flow would stand still.
///
/// ```xml
/// <choice id="begin">
///   <go to="srp" when="flowType is userSRP"/>
///   <go to="plain" when="flowType is userPassword"/>
/// </choice>
/// ```
enum IncompleteChoices {
    /// Adds a finding, with the data, for each such choice.
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag, facts shared: FlowFacts? = nil
    ) {
        let facts = shared ?? FlowFacts(flow)
        for decision in annotations.branching.decisions where decision.kind == .choice && !decision.isClosed {
            switch facts.solver.solve(all: [], none: decision.branches.map(\.condition)) {
            case .unsatisfiable: continue
            case .tooComplex: bag.add(decision.tooComplex)
            case .satisfiable(let words):
                bag.add(
                    Diagnostic(
                        .incompleteChoice, at: decision.range,
                        "\(decision.subject) takes no branch \(words.whenPhrase)",
                        help: ["add a branch for this case, or an 'otherwise'"]))
            }
        }
    }
}
