extension FlowMachine {
    /// How a run of code ended.
    enum Completion {
        case effect(FlowEffect)
        /// The reply lacks the parameter of this slot.
        case lacking(slot: Int)

        /// Whether the code refused the event, or found the reply invalid.
        var isRefused: Bool {
            switch self {
            case .effect(.refused), .lacking: true
            case .effect: false
            }
        }
    }

    /// Whether a run of code can still refuse its event. A notification is sent only when it cannot.
    enum Commitment {
        case undecided
        /// The run only finds out whether the code after a notification refuses the event.
        case dryRun
        case committed
    }
}
