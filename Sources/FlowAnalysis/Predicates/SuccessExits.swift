import FlowAnnotations
import FlowModel
import FlowTable

/// Finds the transitions by which requests, steps and choices are left successfully.
struct SuccessExits {
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations

    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }

    /// Returns the events that repeat the challenge which a request answers, as after a wrong answer. Without a
    /// transition of its own, `otherChallenge` covers it.
    func repeating(_ state: StateID) -> [EventID] {
        guard let note = annotations.states[state]?.request, let answered = note.answers else { return [] }
        let own = flow.events.firstIndex { $0.kind == .challenge && $0.name == answered }
        if let event = own.map({ CheckedFlow.firstOwnEvent + $0 }), flow.states[state].transitions[event] != nil {
            return [event]
        }
        return [BuiltinEvent.otherChallenge.rawValue]
    }

    /// Returns the states and events by which a node without a request is left successfully: the host's answer or a
    /// branch, and the handlers behind it.
    func exits(outOf passing: Passing) -> [(state: StateID, event: EventID?)] {
        var result: [(state: StateID, event: EventID?)]
        let entry: StateID
        switch passing {
        case .answer(let state):
            entry = state
            let own = flow.states.indices.filter { flow.states[$0].node == flow.states[state].node }
            result = own.filter { flow.states[$0].isPresent }.map { ($0, BuiltinEvent.submit.rawValue) }
        case .branch(let state):
            entry = state
            result = [(state, nil)]
        case .request, .outcome, .handler: return []
        }
        var known = Set(result.map(\.state) + [entry])
        var next = 0
        while next < result.count {
            let (state, event) = result[next]
            next += 1
            for target in targets(of: state, on: event).sorted()
            where flow.states[target].node == flow.states[entry].node {
                switch flow.states[target].kind {
                case .handler where known.insert(target).inserted:
                    result.append((target, BuiltinEvent.handled.rawValue))
                case .choice where known.insert(target).inserted: result.append((target, nil))
                default: continue
                }
            }
        }
        return result
    }

    private func targets(of state: StateID, on event: EventID?) -> Set<StateID> {
        var block: Block?
        if let event {
            block = flow.states[state].transitions[event]
        } else if case .choice(let own) = flow.states[state].kind {
            block = own
        }
        var result: Set<StateID> = []
        block?.forEachInstruction { if case .jump(let target) = $0 { result.insert(target) } }
        return result
    }
}
