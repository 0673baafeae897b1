package import FlowIR
import FlowTable

/// Clears secrets at the exits of blocks after which they are dead.
///
/// No path reads a cleared secret before it is assigned again, so the behavior of the flow stays the same.
package struct DeadSecretElimination: Sendable {
    /// The slots that hold secrets by their types, or because a request or a handler treats them as secret.
    ///
    /// Constants are excluded, because the next start needs them.
    package let secrets: SlotBits
    private let controlFlow: ControlFlow
    /// The secrets that may be present at the entry of each state; nil if the flow has none.
    private let presence: Dataflow<SecretPresence>?

    /// Computes where the secrets of a flow are present and where they are live.
    package init(_ controlFlow: ControlFlow, _ annotations: FlowAnnotations) {
        self.controlFlow = controlFlow
        secrets = controlFlow.flow.secretSlots
        guard !secrets.isEmpty else {
            presence = nil
            return
        }
        let liveness = Liveness(controlFlow, annotations)
        let noSlots = SlotBits(count: controlFlow.flow.slots.count)
        presence = Dataflow(SecretPresence(secrets, liveness, noSlots), controlFlow)
    }

    /// Returns the secrets that may be present at the entry of a state; empty if the flow has no secrets.
    package func secrets(atEntryOf state: StateID) -> SlotBits { presence?.elements[state] ?? secrets }

    /// Returns whether a slot is live at the states that an exit can enter. Without secrets, no slot counts as live.
    package func isLive(_ slot: SlotID, after exit: BlockExit) -> Bool {
        presence?.analysis.liveness.slots(after: exit).contains(slot) ?? false
    }

    /// The control flow, if the flow has no secrets, so that ``cleared`` does not change it; otherwise nil.
    var unchangedControlFlow: ControlFlow? { presence == nil ? controlFlow : nil }

    /// The flow, with instructions that clear each secret where it is dead.
    package var cleared: LoweredFlow {
        guard let presence else { return controlFlow.flow }
        var result = controlFlow.flow
        for (index, list) in controlFlow.transitions.indexed() {
            for transition in list {
                let before = presence.elements[index]
                var present = before
                presence.analysis.transfer(&present, over: transition, in: index)
                let block = presence.analysis.clearing(transition.block, &present, before: before).block
                if let event = transition.event {
                    result.states[index].transitions[event] = block
                } else {
                    result.states[index].kind = .choice(block)
                }
            }
        }
        return result
    }
}

/// The lattice of sets of secrets that may be present, ordered by inclusion.
///
/// At the exits of blocks, dead secrets are cleared.
private struct SecretPresence: ForwardAnalysis, Sendable {
    private let secrets: SlotBits
    let liveness: Liveness
    let initial: SlotBits

    /// Creates the analysis, in whose initial element no secret is present.
    init(_ secrets: SlotBits, _ liveness: Liveness, _ noSlots: SlotBits) {
        (self.secrets, self.liveness) = (secrets, liveness)
        initial = noSlots
    }

    /// Adds the secrets that may be present on another path. Returns whether any is new.
    func join(_ element: inout SlotBits, _ other: SlotBits) -> Bool { element.formUnion(other) }

    /// Adds the secrets that an event assigns.
    func transfer(_ present: inout SlotBits, over transition: ControlFlow.Transition, in state: StateID) {
        transition.effect.values.forEachSlot { present.insert($0) }
        present.formIntersection(secrets)
    }

    /// Adds a secret that a change assigns, and removes the secrets that it clears.
    func transfer(_ present: inout SlotBits, over change: DataChange) {
        switch change {
        case .write(_, .rest): break
        case .write(let slot, .copy), .write(let slot, .union), .write(let slot, .computed):
            if secrets.contains(slot) { present.insert(slot) }
        case .clear(let slots): present.remove(slots)
        case .clearAll(let kept): present.formIntersection(SlotBits(kept, of: initial))
        case .raise, .count, .reset: break
        }
    }

    /// Adds the secrets that a restoration returns.
    func transfer(_ present: inout SlotBits, over restoration: Restoration, before: SlotBits) {
        switch restoration {
        case .everything: present.formUnion(before)
        case .error: break
        }
    }

    /// Removes the secrets that are dead after an exit, because the rewritten block clears them.
    func transfer(_ present: inout SlotBits, over exit: BlockExit) {
        present.subtract(deadSecrets(among: present, after: exit))
    }

    /// Returns a block that also clears the secrets that are dead at its exits. `isLeft` is true if control always
    /// leaves the block before its end.
    ///
    /// `present` has the secrets that may be present: before the block on entry, and after the block on return. `before`
    /// has those before the event.
    func clearing(_ block: Block, _ present: inout SlotBits, before: SlotBits) -> (block: Block, isLeft: Bool) {
        var instructions: [Instruction] = []
        for (index, instruction) in block.instructions.enumerated() {
            switch instruction.effect {
            case .change(let change): transfer(&present, over: change)
            case .restore(let restoration): transfer(&present, over: restoration, before: before)
            case .read, .mark: break
            case .branch(let condition, let inner):
                var taken = present
                let rewritten = clearing(inner, &taken, before: before)
                if !rewritten.isLeft { present.formUnion(taken) }
                instructions.append(.when(condition, rewritten.block))
                continue
            case .exit(let exit):
                let dead = deadSecrets(among: present, after: exit)
                if !dead.isEmpty { instructions.append(.clear(dead.slots)) }
                return (Block(instructions + block.instructions[index...]), true)
            }
            instructions.append(instruction)
        }
        return (Block(instructions), false)
    }

    /// Returns the secrets that are present but dead after an exit. There are none after a refusal, because it restores
    /// all data.
    private func deadSecrets(among present: SlotBits, after exit: BlockExit) -> SlotBits {
        guard exit.target != nil else { return initial }
        var dead = present
        dead.subtract(liveness.slots(after: exit))
        return dead
    }
}

extension LoweredFlow {
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
