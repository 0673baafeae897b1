import FlowModel

/// An edge between two states, as a diagram shows it.
struct DiagramEdge {
    /// What triggers the edge.
    enum Cause {
        /// The normal course of the flow.
        case course
        /// A request succeeded without a challenge.
        case success
        /// The service returned a challenge.
        case challenge
        /// An error, a timeout or a cancellation.
        case trouble
    }

    /// The label of an edge that is taken if no guard holds.
    static var otherwise: String { "otherwise" }

    var target: StateID
    var label: String
    var cause: Cause
}

/// Finds the edges out of states, with their labels.
struct DiagramEdges {
    let flow: CheckedFlow

    /// Returns all edges out of a state, in the order of its events.
    func edges(of state: State) -> [DiagramEdge] {
        var edges: [DiagramEdge] = []
        if case .choice(let block) = state.kind { collect(block, guards: [], event: nil, into: &edges) }
        for event in state.transitions.keys.sorted() {
            if let block = state.transitions[event] { collect(block, guards: [], event: event, into: &edges) }
        }
        return edges
    }

    /// - Returns: the guards that hold after the block.
    @discardableResult
    private func collect(_ block: Block, guards: [Condition], event: EventID?, into edges: inout [DiagramEdge]) -> Bool
    {
        var hasGuardBefore = false
        for instruction in block.instructions {
            switch instruction {
            case .jump(let state), .jumpLast(let state):
                let isLast = hasGuardBefore && guards.isEmpty && (event ?? Self.handled) == Self.handled
                edges.append(edge(to: state, guards, event, isOtherwise: isLast))
                return true
            case .refuse: return true
            case .when(let condition, let inner):
                collect(inner, guards: guards + [condition], event: event, into: &edges)
                hasGuardBefore = true
            default: continue
            }
        }
        return false
    }

    private func edge(to state: StateID, _ guards: [Condition], _ event: EventID?, isOtherwise: Bool) -> DiagramEdge {
        // A choice after handlers continues as it would without them.
        guard let event, event != Self.handled else {
            let label = isOtherwise ? DiagramEdge.otherwise : guards.map { text($0) }.joined(separator: " and ")
            return DiagramEdge(target: state, label: label, cause: .course)
        }
        if event == Self.submit, let word = guards.lazy.compactMap({ selected($0) }).first {
            return DiagramEdge(target: state, label: "selected " + word, cause: .course)
        }
        return DiagramEdge(target: state, label: name(of: event), cause: cause(of: event))
    }

    // MARK: Events

    private static var submit: EventID { 1 }
    private static var handled: EventID { 5 }

    private func own(_ event: EventID) -> Event? {
        let index = event - CheckedFlow.firstOwnEvent
        return flow.events.indices.contains(index) ? flow.events[index] : nil
    }

    private func name(of event: EventID) -> String {
        let builtin = [
            "start", "submit", "cancel", "back", "time limit", "", "success", "invalid reply", "any other challenge",
            "any other error", "any other failure",
        ]
        if builtin.indices.contains(event) { return builtin[event] }
        return own(event).map { $0.kind == .deadline ? "deadline" : $0.name } ?? ""
    }

    private func cause(of event: EventID) -> DiagramEdge.Cause {
        switch event {
        case 6: return .success
        case 8: return .challenge
        case 2, 4, 7, 9, 10: return .trouble
        default: break
        }
        switch own(event)?.kind {
        case .challenge: return .challenge
        case .error, .failure, .deadline: return .trouble
        default: return .course
        }
    }
}
