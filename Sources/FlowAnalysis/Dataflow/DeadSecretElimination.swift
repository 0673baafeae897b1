package import FlowAnnotations
package import FlowModel
import FlowTable

/// Clears each secret on every path on which it is dead.
///
/// A cleared secret is never read before it is assigned again, so the flow behaves the same.
package struct DeadSecretElimination: Sendable {
    /// The slots that hold secrets, by their types, or because a request or a handler treats them as secret.
    /// Constants are excluded: they stay for the next start.
    package let secrets: SlotBits
    /// The live slots.
    package let liveness: SecretLiveness
    /// By state: the secrets that may be present at its entry.
    package private(set) var atEntry: [SlotBits]
    private let flow: CheckedFlow
    private var waiting: [StateID] = []
    private var isEntered: [Bool]
    private var atLastStep: SlotBits

    /// Analyses a flow.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        secrets = flow.secretSlots
        liveness = SecretLiveness(flow, annotations)
        let nothing = SlotBits(count: flow.slots.count)
        atEntry = Array(repeating: nothing, count: flow.states.count)
        isEntered = Array(repeating: false, count: flow.states.count)
        atLastStep = nothing
        guard !secrets.isEmpty else { return }
        enter(flow.initialState, nothing)
        while let state = waiting.popLast() {
            _ = cleared(flow.states[state], at: state) { $0.arrive($1, with: $2) }
        }
    }

    /// The flow with its dead secrets cleared.
    package var cleared: CheckedFlow {
        guard !secrets.isEmpty else { return flow }
        var (result, lifetime) = (flow, self)
        for index in flow.states.indices { result.states[index] = lifetime.cleared(flow.states[index], at: index) }
        return result
    }

    // MARK: Fixpoint

    private mutating func enter(_ state: StateID, _ present: SlotBits) {
        var grown = atEntry[state]
        grown.formUnion(present)
        if flow.states[state].isPresent { grown.formUnion(atLastStep) }
        guard !isEntered[state] || grown != atEntry[state] else { return }
        isEntered[state] = true
        atEntry[state] = grown
        waiting.append(state)
    }

    /// Propagates to the targets of an instruction.
    private mutating func arrive(_ instruction: Instruction, with present: SlotBits) {
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

    private typealias Visit = (inout DeadSecretElimination, Instruction, SlotBits) -> Void

    private mutating func cleared(
        _ state: State, at index: StateID, _ visit: Visit = { _, _, _ in }
    ) -> State {
        var result = state
        let before = atEntry[index]
        if case .choice(let block) = state.kind {
            var present = before
            result.kind = .choice(cleared(block, &present, visit))
            return result
        }
        for (event, block) in state.transitions {
            var present = before
            present.insert(flow.slots(givenBy: event, in: state))
            if BuiltinEvent(rawValue: event) == .start { present.insert(flow.inputs.map(\.slot)) }
            present.formIntersection(secrets)
            result.transitions[event] = cleared(block, &present, visit)
        }
        return result
    }

    /// Returns a block that clears what is dead at its targets.
    private mutating func cleared(_ block: Block, _ present: inout SlotBits, _ visit: Visit) -> Block {
        var instructions: [Instruction] = []
        for instruction in block.instructions {
            if case .when(let condition, let inner) = instruction {
                var inside = present
                instructions.append(.when(condition, cleared(inner, &inside, visit)))
                present.formUnion(inside)
            } else if let needed = liveness.needed(behind: instruction) {
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
    /// The slots that hold secrets.
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
        result.remove(
            inputs.filter(\.isConstant).flatMap { $0.meant.map { [$0] } ?? [] }
                + inputs.filter(\.isConstant).map(\.slot))
        // The machine clears the pending error itself.
        result.remove([TableFormat.errorTypeSlot, TableFormat.errorMessageSlot])
        return result
    }
}
