package import FlowIR
import FlowTable

/// Clears each secret on every path on which it is dead.
///
/// No path reads a cleared secret before it is assigned again, so the behavior of the flow stays the same.
package struct DeadSecretElimination: Sendable {
    /// The slots that hold secrets by their types, or because a request or a handler treats them as secret.
    ///
    /// Constants are excluded, because the next start needs them.
    package let secrets: SlotBits
    /// The liveness of the slots.
    package let liveness: SecretLiveness
    /// By state: the secrets that may be present at its entry.
    package private(set) var atEntry: [SlotBits]
    private let flow: CheckedFlow
    private var waiting: [StateID] = []
    private var isEntered: [Bool]
    /// The secrets that may be present at a jump to the last step.
    private var atLastStep: SlotBits

    /// Computes where the secrets of a flow are present and where they are live.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        secrets = flow.secretSlots
        liveness = SecretLiveness(flow, annotations)
        let noSlots = SlotBits(count: flow.slots.count)
        atEntry = Array(repeating: noSlots, count: flow.states.count)
        isEntered = Array(repeating: false, count: flow.states.count)
        atLastStep = noSlots
        guard !secrets.isEmpty else { return }
        enter(flow.initialState, noSlots)
        while let state = waiting.popLast() {
            // The fixpoint needs only the visits of the jumps. It does not use the rewritten state.
            _ = clearing(flow.states[state], at: state) { analysis, jump, present in
                analysis.propagate(present, over: jump)
            }
        }
    }

    /// The flow, with instructions that clear each secret where it is dead.
    package var cleared: CheckedFlow {
        guard !secrets.isEmpty else { return flow }
        var (result, analysis) = (flow, self)
        for index in flow.states.indices { result.states[index] = analysis.clearing(flow.states[index], at: index) }
        return result
    }

    // MARK: Fixpoint

    /// Adds secrets to those at the entry of a state, and schedules the state if it is new or if they changed.
    private mutating func enter(_ state: StateID, _ present: SlotBits) {
        var grown = atEntry[state]
        grown.formUnion(present)
        if flow.states[state].isPresent { grown.formUnion(atLastStep) }
        guard !isEntered[state] || grown != atEntry[state] else { return }
        isEntered[state] = true
        atEntry[state] = grown
        waiting.append(state)
    }

    /// Propagates the secrets that are present to the targets of a jump. Ignores other instructions.
    private mutating func propagate(_ present: SlotBits, over instruction: Instruction) {
        switch instruction {
        case .jump(let state): enter(state, present)
        case .jumpLast(let otherwise):
            enter(otherwise, present)
            atLastStep.formUnion(present)
            for state in flow.states.indices where flow.states[state].isPresent && isEntered[state] {
                enter(state, present)
            }
        default: break
        }
    }

    // MARK: Clearing

    /// A function that is called with each jump and the secrets that are present there.
    private typealias Visit = (inout DeadSecretElimination, Instruction, SlotBits) -> Void

    /// Returns a state whose blocks clear the secrets that are dead at the targets of their jumps.
    ///
    /// Calls `visit` at each jump.
    private mutating func clearing(
        _ state: State, at index: StateID, _ visit: Visit = { _, _, _ in }
    ) -> State {
        var result = state
        let before = atEntry[index]
        if case .choice(let block) = state.kind {
            var present = before
            result.kind = .choice(clearing(block, &present, visit))
            return result
        }
        for (event, block) in state.transitions {
            var present = before
            present.insert(flow.slots(givenBy: event, in: state))
            if event == .start { present.insert(flow.inputs.map(\.slot)) }
            present.formIntersection(secrets)
            result.transitions[event] = clearing(block, &present, visit)
        }
        return result
    }

    /// Returns a block that clears the secrets that are dead at the targets of its jumps.
    ///
    /// On entry, `present` has the secrets that may be present before the block. On return, it has those after the block.
    private mutating func clearing(_ block: Block, _ present: inout SlotBits, _ visit: Visit) -> Block {
        var instructions: [Instruction] = []
        for instruction in block.instructions {
            if case .when(let condition, let inner) = instruction {
                var inside = present
                instructions.append(.when(condition, clearing(inner, &inside, visit)))
                present.formUnion(inside)
            } else if let needed = liveness.liveSlots(atTargetsOf: instruction) {
                var dead = present
                dead.subtract(needed)
                if !dead.isEmpty { instructions.append(.clear(dead.slots)) }
                present.subtract(dead)
                visit(&self, instruction, present)
                instructions.append(instruction)
            } else {
                apply(instruction, &present)
                instructions.append(instruction)
            }
        }
        return Block(instructions)
    }

    /// Updates the secrets that are present by an instruction that is not a jump.
    private func apply(_ instruction: Instruction, _ present: inout SlotBits) {
        switch instruction {
        case .set(let slot, _), .merge(let slot, _), .remaining(let slot, _, _),
            .begin(let slot, _):
            if secrets.contains(slot) { present.insert(slot) }
        case .clear(let slots): present.remove(slots)
        case .restart(let kept):
            var survivors = SlotBits(count: flow.slots.count)
            survivors.insert(kept)
            present.formIntersection(survivors)
        case .jump, .jumpLast, .refuse, .when, .remove, .count, .reset, .error, .forgetReply, .keepError, .notify,
            .require, .mark:
            break
        }
    }
}

extension CheckedFlow {
    /// The slots that hold secrets, except constants and the pending error.
    fileprivate var secretSlots: SlotBits {
        var result = SlotBits(count: slots.count)
        result.insert(slots.indices.filter { slots[$0].type.isSecret })
        for state in states {
            switch state.kind {
            case .call(let request):
                for input in request.inputs where input.isSecret { result.insert(input.source.slots) }
            case .handler(let use):
                for input in use.inputs where input.isSecret { result.insert(input.source.slots) }
                for output in use.outputs where output.isSecret { result.insert(output.slot) }
            case .present, .choice, .end: break
            }
        }
        result.remove(inputs.filter(\.isConstant).flatMap(\.assignedSlots))
        // The interpreter clears the pending error itself.
        result.remove(ErrorSlot.all)
        return result
    }
}
