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

    /// Returns the number of each state in a reverse postorder. Unreachable states have the number 0.
    ///
    /// This is a depth-first search with an explicit stack, since recursion could be too deep.
    func reversePostorder() -> [Int32] {
        var order = [Int32](repeating: 0, count: flow.states.count)
        var isVisited = [Bool](repeating: false, count: flow.states.count)
        var number = Int32(flow.states.count)
        var stack: [(state: StateID, targets: [StateID], next: Int)] = []
        /// Marks a state as visited, and pushes it onto the stack.
        func enter(_ state: StateID) {
            isVisited[state] = true
            var targets: [StateID] = []
            for transfer in byState[state] where !transfer.isStart || state == flow.initialState {
                transfer.code.forEachTarget { targets.append($0) }
            }
            stack.append((state, targets, 0))
        }
        enter(flow.initialState)
        while let top = stack.last {
            if top.next < top.targets.count {
                stack[stack.count - 1].next += 1
                if !isVisited[top.targets[top.next]] { enter(top.targets[top.next]) }
            } else {
                number -= 1
                order[top.state] = number
                stack.removeLast()
            }
        }
        return order
    }
}
