/// What the driver must do next.
public enum FlowEffect: Sendable, Equatable {
    /// Present the current step to the host and wait for its answer.
    case present
    /// Send the current request to the service and wait for the reply.
    case call
    /// Call the current handler and wait for its result.
    case handle
    /// The flow has ended with the current outcome. It only accepts commands that the end names.
    case end
    /// Notify the host, then call ``FlowMachine/proceed(in:)``. The number is the offset of the notification's record.
    case notify(Int)
    /// Do nothing. The flow refused the event, which changed nothing.
    case refused(FlowRefusal)
}

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
