import FlowIR

extension TransitionRelation {
    /// By state: the states that can jump to it, without jumps to the step presented last.
    var predecessors: Table<State, [StateID]> {
        var result = Table<State, [StateID]>(repeating: [], count: byState.count)
        for (state, list) in byState.indexed() {
            for transfer in list {
                // Add each predecessor once.
                transfer.code.forEachTarget { if result[$0].last != state { result[$0].append(state) } }
            }
        }
        return result
    }

    /// By state: whether the step presented last is live.
    var needsLastStep: Table<State, Bool> {
        var result = Table<State, Bool>(repeating: false, count: byState.count)
        var waiting = byState.indices.filter { byState[$0].contains { $0.code.usesLastStep } }
        guard !waiting.isEmpty else { return result }
        for state in waiting { result[state] = true }
        let predecessorsByState = predecessors
        while let state = waiting.popLast() {
            // A step replaces the one before it.
            if flow.states[state].isPresent { continue }
            for before in predecessorsByState[state] where !result[before] {
                result[before] = true
                waiting.append(before)
            }
        }
        return result
    }

    /// Returns the position of each state in a reverse postorder. Unreachable states have the position 0.
    func reversePostorder() -> Table<State, Int32> {
        var edges: [Digraph<State>.Edge] = []
        for (state, list) in byState.indexed() {
            // A start during a run leads back to the first states, so it would only disturb the order.
            for transfer in list where !transfer.isStart || state == flow.initialState {
                transfer.code.forEachTarget { edges.append((state, $0)) }
            }
        }
        return Digraph(count: byState.count, edges: edges).reversePostorder(from: flow.initialState)
    }
}
