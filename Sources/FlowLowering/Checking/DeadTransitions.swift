import FlowDiagnostics

/// Finds transitions of the compiled file that no node in their scope can take.
enum DeadTransitions {
    /// The findings about a flow in which nothing else is wrong: a name that stands for nothing leaves more of them behind.
    static func findings(in unit: FlowUnit, _ notes: LoweringNotes) -> [Diagnostic] {
        guard !unit.isAbstract, let file = unit.root?.file else { return [] }
        return unit.allScopes.filter { $0.file == file }.flatMap(\.ownTransitions)
            .filter { !notes.heard[$0.number] }
            .map { transition in
                Diagnostic(
                    .deadTransition, at: transition.selector.range,
                    "no node in the scope of this transition takes it",
                    help: ["remove it, or write it where something waits for this event"])
            }
    }
}
