import FlowModel

extension Block {
    /// Whether the block requires an output of the last reply.
    var requiresOutput: Bool {
        instructions.contains { instruction in
            switch instruction {
            case .require: true
            case .when(_, let inner): inner.requiresOutput
            default: false
            }
        }
    }

    /// Whether the block has the same effect in a choice after the event as on the event itself.
    ///
    /// Before the choice, the data of the event are stored. After that, the event cannot be refused or rejected, and a
    /// restart would clear its data.
    var isIndependentOfEvent: Bool {
        instructions.allSatisfy { instruction in
            switch instruction {
            case .refuse, .require, .forgetReply, .keepError, .restart: false
            case .when(_, let inner): inner.isIndependentOfEvent
            default: true
            }
        }
    }
}
