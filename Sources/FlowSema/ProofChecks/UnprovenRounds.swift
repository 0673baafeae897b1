import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects rounds of which none proves who the user is: the trigger would hand out tokens to anybody who knows a name.
///
/// ```xml
/// <rounds>
///   <round challenge="PUBLIC_KEY"/>
/// </rounds>
/// ```
enum UnprovenRounds {
    static func check(_ annotations: FlowAnnotations, _ bag: inout DiagnosticBag) {
        guard annotations.service.knowsProofs, let notes = annotations.rounds, !notes.prove else { return }
        bag.add(
            Diagnostic(
                .unprovenRounds, at: notes.range, "no round proves who the user is, so anybody would get tokens",
                help: ["add a round with a challenge that proves something"]))
    }
}
