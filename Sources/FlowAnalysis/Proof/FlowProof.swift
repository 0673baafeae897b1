package import FlowModel

/// What the proofs of a flow found to be true of every run.
package struct FlowProof: Sendable {
    /// An event that passes something which must come before something else.
    package struct Exit: Sendable {
        /// The state that it comes in.
        package let state: StateID
        /// The event; nothing where the state goes on at once.
        package let event: EventID?
        /// What it passes, one bit each.
        package let bits: UInt64
        /// The node that must be left by it; nothing if it does not matter where it leads.
        package let leaving: Int?
    }

    /// As many assertions as are followed at once.
    package struct Round: Sendable {
        /// The events that pass something, and what was found.
        package let exits: [Exit]
        /// Invariants: whatever no finding is about follows from one of them.
        package let invariants: [ProofInvariant]
    }

    /// The rounds of assertions, in their order.
    package internal(set) var rounds: [Round] = []
}

extension AnalysisContext {
    /// All events that pass something.
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
