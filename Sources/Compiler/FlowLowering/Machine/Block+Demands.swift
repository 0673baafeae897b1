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

    /// Whether a choice state can run the block, instead of the state that receives the event.
    ///
    /// When the flow enters the choice state, the data of the event are already stored. So the block must neither
    /// refuse the event, require an output, restore data nor restart.
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
