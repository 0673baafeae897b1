package import FlowIR

extension CheckedFlow {
    /// What a state does on an event: its own entry, or that for all others of the kind.
    package func block(of state: StateID, on event: EventID) -> Block? {
        let transitions = states[state].transitions
        return transitions[event] ?? general(event).flatMap { transitions[$0] }
    }

    /// The event that stands for all others of an own event's kind; nothing for commands.
    package func general(_ event: EventID) -> EventID? {
        guard event >= Self.firstOwnEvent else { return nil }
        switch events[event - Self.firstOwnEvent].kind {
        case .command, .deadline: return nil
        case .challenge: return 8
        case .error: return 9
        case .failure: return 10
        }
    }

    /// The number of an own event.
    package func number(_ kind: EventKind, _ name: String) -> EventID? {
        events.firstIndex { $0.kind == kind && $0.name == name }.map { $0 + Self.firstOwnEvent }
    }
}
