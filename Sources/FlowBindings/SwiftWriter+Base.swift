extension SwiftWriter {
    /// Writes the enumeration of the steps for a host of the base flow, if there is one.
    func writeBaseStep(_ code: inout CodeWriter) {
        guard let base = options.base else { return }
        let steps = interface.steps.filter { !base.presents($0) }
        let outcomes = interface.outcomes.filter { !base.presents($0) }
        code.doc(
            """
            What the flow presents, for a host of ``\(base.type)``.

            A step that such a host cannot present has a case of its own.
            """)
        code.block("\(access)enum BaseStep: TypedStep, Redacted") { code in
            code.doc("A step or an outcome that a host of the base flow can present.")
            code.line("case base(\(base.type).Step)")
            for step in steps {
                code.doc("The step `\(step.name)`.")
                code.line("case \(step.memberName)(\(step.typeName))")
            }
            if !outcomes.isEmpty {
                code.doc("An outcome that the base flow does not have.")
                code.line("case ended(Outcome)")
            }
            code.line()
            code.doc("Creates the step of a turn; nil if the turn belongs to another flow.")
            code.block("\(access)init?(_ turn: FlowTurn)") { code in
                writeOwnCases(steps, outcomes, &code)
                code.line("guard let step = \(base.type).Step(turn) else { return nil }")
                code.line("self = .base(step)")
            }
        }
        code.line()
    }

    /// Writes the statements that create a case of the flow's own, and return.
    private func writeOwnCases(
        _ steps: [HostInterface.Step], _ outcomes: [HostInterface.Outcome], _ code: inout CodeWriter
    ) {
        guard !steps.isEmpty || !outcomes.isEmpty else { return }
        code.switch("Step(turn)") { code in
            for step in steps {
                code.line("case .\(step.plainMemberName)(let step)?:")
                code.indented { code in
                    code.line("self = .\(step.plainMemberName)(step)")
                    code.line("return")
                }
            }
            for outcome in outcomes {
                code.line("case .ended(.\(outcome.plainMemberName)(let outcome))?:")
                code.indented { code in
                    code.line("self = .ended(.\(outcome.plainMemberName)(outcome))")
                    code.line("return")
                }
            }
            code.line("default: break")
        }
    }
}
