import FlowModel

extension Block {
    /// The number of instructions, those in branches included.
    var size: Int {
        instructions.reduce(0) { size, instruction in
            if case .when(_, let inner) = instruction { size + 1 + inner.size } else { size + 1 }
        }
    }

    /// Whether it does the same in a state that the event leads to as on the event itself: it neither refuses the event nor asks
    /// something of its data.
    var isIndependentOfEvent: Bool {
        instructions.allSatisfy { instruction in
            switch instruction {
            case .refuse, .require, .forgetReply, .keepError: false
            case .when(_, let inner): inner.isIndependentOfEvent
            default: true
            }
        }
    }
}
