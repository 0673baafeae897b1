import FlowDiagnostics

/// Finds transitions of the compiled file that are never taken, or never lead to their target.
enum DeadTransitions {
    /// Returns a finding for each dead transition of the compiled file; empty if the flow is abstract.
    ///
    /// The flow must have no errors, because an unknown name would make further transitions dead.
    static func findings(in unit: FlowUnit, _ notes: SideTables) -> [Diagnostic] {
        guard !unit.isAbstract, let file = unit.root?.file else { return [] }
        return unit.allScopes.filter { $0.file == file }.flatMap(\.ownTransitions).compactMap { transition in
            guard notes.considered[transition.number] else {
                return Diagnostic(
                    .deadTransition, at: transition.selector.range,
                    "no node in the scope of this transition can receive this event",
                    help: ["remove it, or move it to where the event can occur"])
            }
            return unreachedTargetFinding(of: transition)
        }
    }

    /// Returns a finding if a transition allows only one attempt, so that it always leads to `then`; otherwise nil.
    private static func unreachedTargetFinding(of transition: TransitionDeclaration) -> Diagnostic? {
        guard let attempts = transition.attempts, attempts.maximum == 1 else { return nil }
        return Diagnostic(
            .deadTransition, at: attempts.range,
            "the first attempt is the last, so this transition always leads to 'then'",
            help: ["allow more attempts, or name that node in 'to' and remove 'attempts'"])
    }
}
