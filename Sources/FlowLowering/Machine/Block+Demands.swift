import FlowModel

extension Block {
    /// Whether it asks for what a reply must bring.
    var demands: Bool {
        instructions.contains { instruction in
            switch instruction {
            case .require: true
            case .when(_, let inner): inner.demands
            default: false
            }
        }
    }

    /// Whether it does the same in a state that the event leads to as on the event itself. On the way there everything that the event
    /// brought is kept: after that it can neither be refused nor be looked at apart, and a restart would clear it.
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
