package import FlowIR

extension Block {
    /// Calls `body` with each instruction in order, including those of inner blocks.
    package func forEachInstruction(_ body: (Instruction) -> Void) {
        // The recursion is no deeper than that of the compiler when it built the blocks.
        for instruction in instructions {
            body(instruction)
            if case .when(_, let inner) = instruction { inner.forEachInstruction(body) }
        }
    }
}

extension Instruction {
    /// The slots that the instruction assigns or clears, except those that a restart clears.
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
    /// Whether the state is a choice, which continues immediately.
    package var isChoice: Bool { if case .choice = kind { true } else { false } }
    /// Whether the state presents a step and waits for the host.
    package var isPresent: Bool { if case .present = kind { true } else { false } }
    /// Whether the state sends a request and waits for the service.
    package var isCall: Bool { if case .call = kind { true } else { false } }
    /// Whether the state calls a handler and waits for its result.
    package var isHandler: Bool { if case .handler = kind { true } else { false } }
    /// Whether the state ends the flow.
    package var isEnd: Bool { if case .end = kind { true } else { false } }
}

extension CheckedFlow {
    /// Returns the control flow graph. Its edges are the jumps, including the fallback of a jump to the last step.
    ///
    /// If `isEntered` is not nil, an additional node stands for the last step. Jumps to the last step lead to this
    /// node, and it has an edge to each entered step.
    package func controlFlowGraph(lastStepAmong isEntered: [Bool]? = nil) -> Digraph {
        let lastStep = isEntered == nil ? nil : states.count
        var edges: [(from: Int, to: Int)] = []
        // A guess that avoids most reallocations.
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
            if let lastStep, state.isPresent, isEntered?[from] == true { edges.append((lastStep, from)) }
        }
        return Digraph(count: states.count + (lastStep == nil ? 0 : 1), edges: edges)
    }

    /// The slots that something other than a start changes. A constant among them may keep such a value at a new start.
    var slotsAssignedAfterStart: Set<SlotID> {
        var result: Set<SlotID> = []
        for state in states {
            switch state.kind {
            case .present(let presentation):
                for ask in presentation.asks { result.formUnion(ask.assignedSlots) }
            case .call(let request): result.formUnion(request.reply.outputs.map(\.slot))
            case .handler(let use): result.formUnion(use.outputs.map(\.slot))
            case .choice, .end: break
            }
            for block in state.blocks { block.forEachInstruction { result.formUnion($0.writtenSlots) } }
        }
        return result
    }

    /// Returns the identifier of a state's node, or the name of a state without a node.
    ///
    /// For the additional node of the control flow graph, returns "the last step".
    package func nodeName(_ state: StateID) -> String {
        guard states.indices.contains(state) else { return "the last step" }
        return states[state].node.map { nodes[$0].id } ?? states[state].name
    }

    /// The maximum number of nodes in the description of a path.
    private static let maxNodesInPath = 16

    /// Describes a path as `a -> b -> a`.
    ///
    /// Consecutive states of a node count once. A path within a single node is written `a -> a`, and a long path is
    /// shortened in its middle.
    package func describePath(through states: [StateID]) -> String {
        var names: [String] = []
        for name in states.map(nodeName) where names.last != name { names.append(name) }
        if names.count == 1 { names += names }
        if names.count > Self.maxNodesInPath {
            let half = Self.maxNodesInPath / 2
            names = names.prefix(half) + ["…"] + names.suffix(half - 1)
        }
        return names.joined(separator: " -> ")
    }
}
