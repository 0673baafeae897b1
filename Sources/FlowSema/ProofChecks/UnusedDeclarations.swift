import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Warns of declarations of the compiled file that nothing uses, and rejects values that are used and that nothing gives.
///
/// ```xml
/// <data><value name="lastUser"/></data>
/// ```
enum UnusedDeclarations {
    static func check(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag) {
        guard !annotations.statements.declared.isEmpty else { return }
        let uses = SlotUses(flow)
        for declared in annotations.statements.declared {
            switch declared.kind {
            case .value(let slot):
                guard let slot, uses.read.contains(slot) else {
                    bag.add(unused(declared, .unusedValue, "is never used"))
                    continue
                }
                if !uses.written.contains(slot) {
                    bag.add(
                        Diagnostic(
                            .neverGiven, at: declared.range, "nothing ever gives '\(declared.name)' a value",
                            help: ["set it, receive it, ask for it, or take it from a handler"]))
                }
            case .counter(let counter):
                if !uses.counters.contains(counter) { bag.add(unused(declared, .unusedValue, "is never tested")) }
            case .handler(let isUsed), .command(let isUsed), .flow(let isUsed):
                if !isUsed { bag.add(unused(declared, .unusedDeclaration, "is never used")) }
            }
        }
    }

    private static func unused(_ declared: Declared, _ code: DiagnosticCode, _ what: String) -> Diagnostic {
        Diagnostic(
            code, at: declared.range, "the \(declared.what) '\(declared.name)' \(what)", help: ["remove it, or use it"])
    }
}
