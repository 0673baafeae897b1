import FlowDiagnostics

/// Finds transitions of the compiled file that no node in their scope can take.
enum DeadTransitions {
    /// The findings about a flow in which nothing else is wrong: a name that stands for nothing leaves more of them behind.
    static func findings(in unit: FlowUnit, _ notes: SideTables) -> [Diagnostic] {
        guard !unit.isAbstract, let file = unit.root?.file else { return [] }
        return unit.allScopes.filter { $0.file == file }.flatMap(\.ownTransitions).compactMap { transition in
            guard notes.heard[transition.number] else {
                return Diagnostic(
                    .deadTransition, at: transition.selector.range,
                    "no node in the scope of this transition can receive this event",
                    help: ["remove it, or move it to where the event can occur"])
            }
            return neverLed(transition)
        }
    }

    /// A transition whose first attempt is its last, so that it never leads where it says.
    private static func neverLed(_ transition: TransitionDeclaration) -> Diagnostic? {
        guard let attempts = transition.attempts, attempts.maximum == 1 else { return nil }
        return Diagnostic(
            .deadTransition, at: attempts.range, "the first attempt is the last, so this always leads to 'then'",
            help: ["allow more attempts, or lead there without 'attempts'"])
    }
}
