import FlowIR
import FlowTable

/// Finds the transitions by which a run leaves requests, steps and choices successfully.
struct SuccessExits {
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations

    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }

    /// Returns the event by which the service repeats the challenge that a request answers, as after a wrong answer.
    ///
    /// The event is `otherChallenge` if the state has no transition for the challenge. Returns nil if the state sends
    /// no request, or if the request answers no challenge.
    func eventRepeatingChallenge(in state: StateID) -> EventID? {
        guard let note = annotations.states[state]?.request, let answered = note.answers else { return nil }
        let own = flow.events.firstIndex { $0.kind == .challenge && $0.name == answered }
        if let event = own.map(EventID.init(own:)), flow.states[state].transitions[event] != nil {
            return event
        }
        return .otherChallenge
    }

    /// Returns the transitions by which a run can leave a step or a choice successfully.
    ///
    /// Each transition is a state with an event, or nil if the state continues immediately. Returns [] for requests,
    /// outcomes and handlers.
    func exits(of passing: Passing) -> [(state: StateID, event: EventID?)] {
        switch passing {
        case .answer(let step):
            let node = flow.states[step].node
            let steps = flow.states.indices.filter { flow.states[$0].node == node && flow.states[$0].isPresent }
            return exits(from: steps.map { ($0, EventID.submit) }, entry: step)
        case .branch(let choice): return exits(from: [(choice, nil)], entry: choice)
        case .request, .outcome, .handler: return []
        }
    }

    /// Returns the given transitions, and those of each handler and choice in the same node that they reach, directly or
    /// through other handlers and choices.
    ///
    /// `entry` is the first state of the node.
    private func exits(
        from first: [(state: StateID, event: EventID?)], entry: StateID
    ) -> [(state: StateID, event: EventID?)] {
        var result = first
        var visited = Set(first.map(\.state) + [entry])
        var next = 0
        while next < result.count {
            let (state, event) = result[next]
            next += 1
            for target in targets(of: state, on: event).sorted()
            where flow.states[target].node == flow.states[entry].node {
                switch flow.states[target].kind {
                case .handler where visited.insert(target).inserted:
                    result.append((target, EventID.handled))
                case .choice where visited.insert(target).inserted: result.append((target, nil))
                // Other states present a step again, send a request, or were visited before.
                default: continue
                }
            }
        }
        return result
    }

    /// Returns the states to which an event leads directly, without the step presented last.
    ///
    /// A nil event stands for the block of a choice.
    private func targets(of state: StateID, on event: EventID?) -> Set<StateID> {
        var block: Block?
        if let event {
            block = flow.states[state].transitions[event]
        } else if case .choice(let own) = flow.states[state].kind {
            block = own
        }
        var result: Set<StateID> = []
        block?.forEachExit { if case .state(let target) = $0 { result.insert(target) } }
        return result
    }
}
