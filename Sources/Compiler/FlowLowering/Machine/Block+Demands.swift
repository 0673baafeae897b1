import FlowIR

extension Block {
    /// Whether the block requires an output of the last reply.
    var requiresOutput: Bool {
        instructions.contains { instruction in
            switch instruction.effect {
            case .read(.require): true
            case .branch(_, let inner): inner.requiresOutput
            case .change, .read(.show), .restore, .exit, .mark: false
            }
        }
    }

    /// Whether the block has the same effect in a choice that the event enters as on the event itself.
    ///
    /// For the analyses, a choice is a state of its own, in which the data of the event are already stored. So the block
    /// must neither refuse the event, require an output, restore data nor restart.
    var isIndependentOfEvent: Bool {
        instructions.allSatisfy { instruction in
            switch instruction.effect {
            case .exit(.refusal), .read(.require), .restore, .change(.clearAll): false
            case .branch(_, let inner): inner.isIndependentOfEvent
            case .change, .read(.show), .exit, .mark: true
            }
        }
    }
}
