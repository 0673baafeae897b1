package import FlowDiagnostics
package import FlowIR

/// The invariants that prove a flow.
package struct FlowProof: Sendable {
    /// An event that sets history variables.
    package struct Exit: Sendable {
        /// The state in which the event occurs.
        package let state: StateID
        /// The event, or nil if the state continues immediately.
        package let event: EventID?
        /// The history variables that the event sets, one bit each.
        package let bits: UInt64
        /// The node that must be left, or nil if the target does not matter.
        package let leaving: NodeID?
    }

    /// The proof of the assertions that share one set of history variables.
    package struct Round: Sendable {
        package let exits: [Exit]
        /// Inductive invariants. Every `never` or `always` assertion without a finding follows from one of them.
        package let invariants: [ProofInvariant]
    }

    /// The rounds of assertions, in order.
    package internal(set) var rounds: [Round] = []
}

extension AnalysisContext {
    /// The events that set history variables.
    var exits: [FlowProof.Exit] {
        relation.byState.indices.flatMap { state in
            relation.byState[state].flatMap { transfer in
                history.exits(of: transfer, in: state).map {
                    FlowProof.Exit(state: state, event: transfer.event, bits: $0.bits, leaving: $0.leaving)
                }
            }
        }
    }
}

/// A run that violates a rule: a sequence of events from the start, with the conditions on the data.
package struct Counterexample: Sendable {
    /// One step of the run.
    package struct Step: Sendable {
        /// The state in which the event occurs.
        package let state: StateID
        /// The event, or nil if the state continues immediately.
        package let event: EventID?
        /// The conditions that hold or fail, including those on the event's own data.
        package let decisions: [(condition: Condition, holds: Bool)]
        package let marks: [TransitionID]
    }

    package let code: DiagnosticCode
    /// The location of the finding.
    package let range: SourceRange
    package let steps: [Step]
    /// The last state of the run.
    package let end: StateID
    /// The conditions that hold or fail in the last state.
    package let finally: [(condition: Condition, holds: Bool)]
    /// Whether the run may be infeasible, because a limit weakened its states.
    package let isUncertain: Bool

    /// Creates a counterexample from its path and its last state.
    package init(
        code: DiagnosticCode, range: SourceRange, steps: [Step], end: StateID,
        finally: [(condition: Condition, holds: Bool)], isUncertain: Bool
    ) {
        self.code = code
        self.range = range
        self.steps = steps
        self.end = end
        self.finally = finally
        self.isUncertain = isUncertain
    }
}
