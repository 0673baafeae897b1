package import FlowDiagnostics
package import FlowIR

extension LoweredFlow {
    /// What a state does on an event: its own entry, or that for all others of the kind.
    package func block(of state: StateID, on event: EventID) -> Block? {
        let transitions = states[state].transitions
        return transitions[event] ?? general(event).flatMap { transitions[$0] }
    }

    /// The event that stands for all others of an own event's kind; nothing for commands.
    package func general(_ event: EventID) -> EventID? {
        switch ownEvent(event)?.kind {
        case .command, .deadline, nil: nil
        case .challenge: .otherChallenge
        case .error: .otherError
        case .failure: .otherFailure
        }
    }

    /// The number of an own event.
    package func number(_ kind: EventKind, _ name: ByteString) -> EventID? {
        events.firstIndex { $0.kind == kind && $0.name == name }.map(EventID.init(own:))
    }
}

extension State {
    /// A state with transitions in any order.
    package init(name: String, node: NodeID?, kind: Kind, transitions: [EventID: Block]) {
        self.init(name: name, node: node, kind: kind, transitions: Transitions(transitions.map { ($0.key, $0.value) }))
    }
}
