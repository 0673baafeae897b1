package import FlowModel

extension Block {
    /// Calls a function with every instruction, those of inner blocks included, in the order of writing.
    package func forEachInstruction(_ body: (Instruction) -> Void) {
        // Blocks nest no deeper than the calls that made them.
        for instruction in instructions {
            body(instruction)
            if case .when(_, let inner) = instruction { inner.forEachInstruction(body) }
        }
    }
}

extension Instruction {
    /// The slots that it writes to, beyond those that a restart clears.
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
    /// The blocks that the state can run, in the order of events.
    package var blocks: [Block] {
        if case .choice(let block) = kind { return [block] }
        if transitions.count < 2 { return Array(transitions.values) }
        return transitions.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether it goes on at once.
    package var isChoice: Bool { if case .choice = kind { true } else { false } }
    /// Whether it waits for the host.
    package var isPresent: Bool { if case .present = kind { true } else { false } }
    /// Whether it waits for the service.
    package var isCall: Bool { if case .call = kind { true } else { false } }
    /// Whether the flow ends with it.
    package var isEnd: Bool { if case .end = kind { true } else { false } }
}

extension CheckedFlow {
    /// The graph of the states, by jumps and by what a jump to the last step falls back on.
    ///
    /// If it is given which states are entered, one more node stands for the last step: jumps to it lead there, and it leads to
    /// all steps that are entered.
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

    /// The slots that something else than a start writes to or takes entries from. A constant among them may have a value, also one of
    /// another form than a start can give, when the next start leaves it as it is.
    var slotsWrittenOnTheWay: Set<SlotID> {
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

    /// The identifier of the node of a state.
    package func nodeName(_ state: StateID) -> String {
        guard states.indices.contains(state) else { return "the last step" }
        return states[state].node.map { nodes[$0].id } ?? states[state].name
    }

    /// States as `a -> b -> a`: each node once in a row, at least two of them, the middle of a long way left out.
    package func path(_ states: [StateID]) -> String {
        var names: [String] = []
        for name in states.map(nodeName) where names.last != name { names.append(name) }
        if names.count == 1 { names += names }
        if names.count > 16 { names = names[..<8] + ["…"] + names[(names.count - 7)...] }
        return names.joined(separator: " -> ")
    }
}
