import FlowIR

extension TransitionRelation {
    /// By state: its predecessors.
    var predecessors: [[Int32]] {
        var result = [[Int32]](repeating: [], count: byState.count)
        for (index, list) in byState.enumerated() {
            for transfer in list {
                // Add each predecessor once.
                transfer.code.forEachTarget { if result[$0].last != Int32(index) { result[$0].append(Int32(index)) } }
            }
        }
        return result
    }

    /// By state: whether the step presented last is live.
    var needsLastStep: [Bool] {
        var result = [Bool](repeating: false, count: byState.count)
        var waiting = byState.indices.filter { byState[$0].contains { $0.code.usesLastStep } }
        guard !waiting.isEmpty else { return result }
        for state in waiting { result[state] = true }
        let predecessorsByState = predecessors
        while let state = waiting.popLast() {
            // A step replaces the one before it.
            if flow.states[state].isPresent { continue }
            for before in predecessorsByState[state] where !result[Int(before)] {
                result[Int(before)] = true
                waiting.append(Int(before))
            }
        }
        return result
    }

    /// Returns the position of each state in a reverse postorder. Unreachable states have the position 0.
    func reversePostorder() -> [Int32] {
        var edges: [(from: Int, to: Int)] = []
        for (state, list) in byState.enumerated() {
            for transfer in list where !transfer.isStart || state == flow.initialState {
                transfer.code.forEachTarget { edges.append((state, $0)) }
            }
        }
        return Digraph(count: byState.count, edges: edges).reversePostorder(from: flow.initialState)
    }
}
