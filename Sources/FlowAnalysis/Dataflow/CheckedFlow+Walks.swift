package import FlowModel

extension Block {
    /// Calls a function with every instruction, including those of inner blocks, in order.
    package func forEachInstruction(_ body: (Instruction) -> Void) {
        // Blocks nest no deeper than the calls that made them.
        for instruction in instructions {
            body(instruction)
            if case .when(_, let inner) = instruction { inner.forEachInstruction(body) }
        }
    }
}

extension Instruction {
    /// The slots that it assigns, except those that a restart clears.
    fileprivate var writtenSlots: [SlotID] {
        switch self {
        case .set(let slot, _), .merge(let slot, _), .remaining(let slot, _, _), .remove(let slot, _),
            .begin(let slot, _):
            [slot]
        case .clear(let slots): slots
        case .jump, .jumpLast, .refuse, .when, .restart, .count, .reset, .error, .forgetReply, .keepError, .notify,
            .require, .mark:
            []
        }
    }
}

extension State {
    /// The blocks of the state, in the order of events.
    package var blocks: [Block] {
        if case .choice(let block) = kind { return [block] }
        if transitions.count < 2 { return Array(transitions.values) }
        return transitions.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether it continues immediately.
    package var isChoice: Bool { if case .choice = kind { true } else { false } }
    /// Whether it waits for the host.
    package var isPresent: Bool { if case .present = kind { true } else { false } }
    /// Whether it waits for the service.
    package var isCall: Bool { if case .call = kind { true } else { false } }
    /// Whether it ends the flow.
    package var isEnd: Bool { if case .end = kind { true } else { false } }
}

extension CheckedFlow {
    /// Returns the control flow graph: the edges are jumps, including the fallback of a jump to the last step.
    ///
    /// With `isEntered`, one more node stands for the last step. Jumps to it lead there, and it leads to all entered
    /// steps.
    package func graph(lastStepAmong isEntered: [Bool]? = nil) -> Digraph {
        let lastStep = isEntered == nil ? nil : states.count
        var edges: [(from: Int, to: Int)] = []
        edges.reserveCapacity(states.count * 4)
        for (from, state) in states.enumerated() {
            for block in state.blocks {
                block.forEachInstruction { instruction in
                    switch instruction {
                    case .jump(let target): edges.append((from, target))
                    case .jumpLast(let otherwise):
                        edges.append((from, otherwise))
                        if let lastStep { edges.append((from, lastStep)) }
                    default: break
                    }
                }
            }
            if state.isPresent, isEntered?[from] == true { edges.append((states.count, from)) }
        }
        return Digraph(count: states.count + (isEntered == nil ? 0 : 1), edges: edges)
    }

    /// The slots that something other than a start assigns or removes entries from. A constant among them may keep
    /// such a value at the next start.
    var slotsAssignedAfterStart: Set<SlotID> {
        var result: Set<SlotID> = []
        for state in states {
            switch state.kind {
            case .present(let presentation):
                for ask in presentation.asks { result.formUnion([ask.slot] + (ask.meant.map { [$0] } ?? [])) }
            case .call(let request): result.formUnion(request.reply.outputs.map(\.slot))
            case .handler(let use): result.formUnion(use.outputs.map(\.slot))
            case .choice, .end: break
            }
            for block in state.blocks { block.forEachInstruction { result.formUnion($0.writtenSlots) } }
        }
        return result
    }

    /// Returns the identifier of the node of a state.
    package func nodeName(_ state: StateID) -> String {
        guard states.indices.contains(state) else { return "the last step" }
        return states[state].node.map { nodes[$0].id } ?? states[state].name
    }

    /// Formats states as `a -> b -> a`: each node once in a row, at least two of them, a long path shortened in its
    /// middle.
    package func path(_ states: [StateID]) -> String {
        var names: [String] = []
        for name in states.map(nodeName) where names.last != name { names.append(name) }
        if names.count == 1 { names += names }
        if names.count > 16 { names = names[..<8] + ["…"] + names[(names.count - 7)...] }
        return names.joined(separator: " -> ")
    }
}
