package import FlowIR
import FlowTable

/// Live variable analysis: the slots whose values a run may still read.
///
/// This is the backward analysis in section 9.2.5 of "Compilers" by Aho, Lam, Sethi and Ullman. It ignores guards, so a
/// value is live if any branch reads it. It assumes that the service description is correct.
package struct SecretLiveness: Sendable {
    /// By state: the live slots at its entry.
    package private(set) var atEntry: [SlotBits]
    /// The slots that are live at some step, and so at a jump to the last step.
    package private(set) var atLastStep: SlotBits
    private let flow: CheckedFlow
    /// Whether a value that a restart keeps stays live.
    private let followsRestarts: Bool
    private let noSlots: SlotBits
    /// By state: the slots that the state itself shows, sends or passes to a handler.
    private let used: [SlotBits]
    /// By state: its possible transitions.
    private let transitions: [[Transition]]

    /// The block of an event that can occur in a state.
    private struct Transition: Sendable {
        let block: Block
        /// The slots that the event always assigns.
        let given: SlotBits
    }

    /// Computes the liveness of the slots of a flow.
    ///
    /// If `followsRestarts` is false, a value does not become live only because a restart keeps it.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, followsRestarts: Bool = true) {
        self.flow = flow
        self.followsRestarts = followsRestarts
        let noSlots = SlotBits(count: flow.slots.count)
        self.noSlots = noSlots
        used = flow.states.map { SlotBits($0.usedSlots, of: noSlots) }
        transitions = flow.states.enumerated().map { index, state in
            let note = annotations.states[index]?.request
            return state.transitions.compactMap { event, block in
                guard flow.canFollow(event, on: note) else { return nil }
                return Transition(block: block, given: SlotBits(flow.slots(givenBy: event, in: state), of: noSlots))
            }
        }
        atLastStep = noSlots
        atEntry = Array(repeating: noSlots, count: flow.states.count)
        propagate()
    }

    /// Returns the slots that are live at the targets of a jump, or nil if the instruction is not a jump.
    package func liveSlots(atTargetsOf instruction: Instruction) -> SlotBits? {
        switch instruction {
        case .jump(let state): return atEntry[state]
        case .jumpLast(let otherwise):
            var result = atEntry[otherwise]
            result.formUnion(atLastStep)
            return result
        default: return nil
        }
    }

    // MARK: Fixpoint

    /// Computes the fixpoint of `atEntry` and `atLastStep`.
    private mutating func propagate() {
        let predecessors = flow.controlFlowGraph().reversed
        let lastUsers = flow.states.indices.filter { flow.states[$0].usesLastStep }
        var isWaiting = [Bool](repeating: true, count: flow.states.count)
        var waiting = Array(flow.states.indices)
        while let state = waiting.popLast() {
            isWaiting[state] = false
            var grown = atEntry[state]
            grown.formUnion(liveSlots(atEntryOf: state))
            guard grown != atEntry[state] else { continue }
            atEntry[state] = grown
            var users = predecessors.successors(of: state).map(Int.init)
            if flow.states[state].isPresent {
                atLastStep.formUnion(grown)
                users += lastUsers
            }
            for user in users where !isWaiting[user] {
                isWaiting[user] = true
                waiting.append(user)
            }
        }
    }

    /// Returns the slots that are live at the entry of a state, given those at the entries of its successors.
    ///
    /// No slot is live after a block, because a block that does not jump rejects the event.
    private func liveSlots(atEntryOf index: StateID) -> SlotBits {
        if case .choice(let block) = flow.states[index].kind {
            var (result, restored) = liveSlots(before: block, liveAfter: noSlots)
            result.formUnion(restored)
            return result
        }
        var result = used[index]
        for transition in transitions[index] {
            var (live, restored) = liveSlots(before: transition.block, liveAfter: noSlots)
            live.subtract(transition.given)
            // If the block restores the data, the value from before the event is live.
            live.formUnion(restored)
            result.formUnion(live)
        }
        return result
    }

    /// Returns the slots that are live before a block, given those that are live after it.
    ///
    /// `restored` has the slots whose value from before the event is live, because the block restores it.
    private func liveSlots(before block: Block, liveAfter: SlotBits) -> (live: SlotBits, restored: SlotBits) {
        var (live, restored) = (liveAfter, noSlots)
        for instruction in block.instructions.reversed() {
            if case .when(let condition, let inner) = instruction {
                let branch = liveSlots(before: inner, liveAfter: live)
                live.formUnion(branch.live)
                restored.formUnion(branch.restored)
                condition.forEachLeaf { live.insert($0.slots) }
            } else if let atTargets = liveSlots(atTargetsOf: instruction) {
                live = atTargets
            } else {
                apply(instruction, &live, &restored)
            }
        }
        return (live, restored)
    }

    /// Replaces the slots that are live after an instruction by those that are live before it.
    ///
    /// Adds to `restored` the slots whose values the instruction restores. Ignores jumps.
    private func apply(_ instruction: Instruction, _ live: inout SlotBits, _ restored: inout SlotBits) {
        switch instruction {
        case .refuse: live = noSlots
        case .set(let slot, let source):
            guard live.contains(slot) else { break }
            live.remove(slot)
            live.insert(source.slots)
        case .merge(let slot, let added): if live.contains(slot) { live.insert(added) }
        case .clear(let slots): live.remove(slots)
        case .remaining(let slot, _, _): live.remove(slot)
        case .begin(let slot, let limit):
            live.remove(slot)
            if case .slot(let source) = limit { live.insert([source]) }
        case .restart(let kept):
            var survivors = noSlots
            if followsRestarts { survivors.insert(kept) }
            live.formIntersection(survivors)
        case .notify(let notification): live.insert(notification.shows.flatMap { $0.source.slots })
        case .require(let slots): live.insert(slots)
        case .forgetReply, .keepError: restored.formUnion(live)
        case .jump, .jumpLast, .when, .remove, .count, .reset, .error, .mark: break
        }
    }
}

extension CheckedFlow {
    /// Whether the service description allows an event after a request.
    fileprivate func canFollow(_ event: EventID, on note: RequestNote?) -> Bool {
        guard let own = definition(of: event), own.kind == .challenge, let possible = note?.challenges else {
            return true
        }
        return possible.contains(own.name)
    }

    /// Returns the slots that an event always assigns. Constants are omitted, because a start may leave them unchanged.
    package func slots(givenBy event: EventID, in state: State) -> [SlotID] {
        let kind = definition(of: event)?.kind
        switch (event.builtin, state.kind) {
        case (.start, _): return inputs.filter { !$0.isConstant }.flatMap(\.assignedSlots)
        case (.submit, .present(let presentation)): return presentation.asks.flatMap(\.assignedSlots)
        case (.handled, .handler(let use)): return use.outputs.map(\.slot)
        case (.success, .call(let request)), (.otherChallenge, .call(let request)):
            return request.reply.outputs.map(\.slot)
        case (nil, .call(let request)) where kind == .challenge: return request.reply.outputs.map(\.slot)
        default: return []
        }
    }
}

extension State {
    /// The slots that the state itself shows, sends or passes to a handler.
    fileprivate var usedSlots: [SlotID] {
        switch kind {
        case .present(let presentation):
            var slots = presentation.shows.flatMap { $0.source.slots } + presentation.asks.compactMap(\.offered)
            if case .slot(let slot)? = presentation.timeLimit { slots.append(slot) }
            return slots + presentation.deadlines
        case .call(let request): return request.inputs.flatMap { $0.source.slots }
        case .handler(let use): return use.inputs.flatMap { $0.source.slots }
        case .end(let ending): return ending.shows.flatMap { $0.source.slots }
        case .choice: return []
        }
    }

    /// Whether a block of the state can jump to the step presented last.
    fileprivate var usesLastStep: Bool {
        var result = false
        for block in blocks {
            block.forEachInstruction { if case .jumpLast = $0 { result = true } }
        }
        return result
    }
}
