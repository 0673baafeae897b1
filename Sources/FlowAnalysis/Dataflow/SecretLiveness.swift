package import FlowAnnotations
package import FlowModel
import FlowTable

/// Live variables: by state, the slots whose values may be read after its entry (Aho, Lam, Sethi and Ullman,
/// "Compilers", 9.2.5).
///
/// It ignores guards: a value is live if any branch reads it. It assumes that the service description is correct: if
/// a service returns another challenge, the value is gone.
package struct SecretLiveness: Sendable {
    /// By state: the live slots at its entry.
    package private(set) var atEntry: [SlotBits]
    /// The slots that are live at any step, one of which was presented last.
    package private(set) var atLastStep: SlotBits
    private let flow: CheckedFlow
    private let followsRestarts: Bool
    private let nothing: SlotBits
    /// By state: the slots that it shows, sends or passes itself.
    private let used: [SlotBits]
    /// By state: its possible events.
    private let transitions: [[Transition]]

    /// An event that can occur in a state.
    private struct Transition: Sendable {
        let block: Block
        /// The slots that the event assigns.
        let given: SlotBits
    }

    /// Analyses a flow.
    /// - Parameters:
    /// - flow: the flow.
    /// - annotations: what its service says of its requests.
    /// - followsRestarts: whether a value is live if only a restart keeps it.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, followsRestarts: Bool = true) {
        self.flow = flow
        self.followsRestarts = followsRestarts
        let nothing = SlotBits(count: flow.slots.count)
        self.nothing = nothing
        used = flow.states.map { SlotBits($0.usedSlots, of: nothing) }
        transitions = flow.states.enumerated().map { index, state in
            let note = annotations.states[index]?.request
            return state.transitions.compactMap { event, block in
                guard flow.canFollow(event, on: note) else { return nil }
                return Transition(block: block, given: SlotBits(flow.slots(givenBy: event, in: state), of: nothing))
            }
        }
        atLastStep = nothing
        atEntry = Array(repeating: nothing, count: flow.states.count)
        propagate()
    }

    /// Returns what is live at the targets of a jump.
    package func needed(behind instruction: Instruction) -> SlotBits? {
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

    private mutating func propagate() {
        let predecessors = flow.graph().reversed
        let lastUsers = flow.states.indices.filter { flow.states[$0].usesLastStep }
        var isWaiting = [Bool](repeating: true, count: flow.states.count)
        var waiting = Array(flow.states.indices)
        while let state = waiting.popLast() {
            isWaiting[state] = false
            var grown = atEntry[state]
            grown.formUnion(needed(in: state))
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

    private func needed(in index: StateID) -> SlotBits {
        if case .choice(let block) = flow.states[index].kind {
            var (result, asBefore) = needed(before: block, behind: nothing)
            result.formUnion(asBefore)
            return result
        }
        var result = used[index]
        for transition in transitions[index] {
            var (arrived, asBefore) = needed(before: transition.block, behind: nothing)
            arrived.subtract(transition.given)
            // Discarded assignments leave the earlier value live.
            arrived.formUnion(asBefore)
            result.formUnion(arrived)
        }
        return result
    }

    /// Transfers a block backward: returns what is live before it, and what of it is read as it was before the event.
    private func needed(before block: Block, behind: SlotBits) -> (result: SlotBits, asBefore: SlotBits) {
        var (result, asBefore) = (behind, nothing)
        for instruction in block.instructions.reversed() {
            if case .when(let condition, let inner) = instruction {
                let branch = needed(before: inner, behind: result)
                result.formUnion(branch.result)
                asBefore.formUnion(branch.asBefore)
                condition.forEachLeaf { result.insert($0.slots) }
            } else if let behind = needed(behind: instruction) {
                result = behind
            } else {
                apply(instruction, &result, &asBefore)
            }
        }
        return (result, asBefore)
    }

    private func apply(_ instruction: Instruction, _ result: inout SlotBits, _ asBefore: inout SlotBits) {
        switch instruction {
        case .refuse: result = nothing
        case .set(let slot, let source):
            guard result.contains(slot) else { break }
            result.remove(slot)
            result.insert(source.slots)
        case .merge(let slot, let added): if result.contains(slot) { result.insert(added) }
        case .clear(let slots): result.remove(slots)
        case .remaining(let slot, _, _): result.remove(slot)
        case .begin(let slot, let limit):
            result.remove(slot)
            if case .slot(let source) = limit { result.insert([source]) }
        case .restart(let kept):
            var survivors = nothing
            if followsRestarts { survivors.insert(kept) }
            result.formIntersection(survivors)
        case .notify(let notification): result.insert(notification.shows.flatMap { $0.source.slots })
        case .require(let slots): result.insert(slots)
        case .forgetReply, .keepError: asBefore.formUnion(result)
        case .jump, .jumpLast, .when, .remove, .count, .reset, .error, .mark: break
        }
    }
}

extension CheckedFlow {
    /// Whether the service description allows an event after a request.
    fileprivate func canFollow(_ event: EventID, on note: RequestNote?) -> Bool {
        guard let note, event >= CheckedFlow.firstOwnEvent else { return true }
        let own = events[event - CheckedFlow.firstOwnEvent]
        guard own.kind == .challenge, let possible = note.challenges else { return true }
        return possible.contains(own.name)
    }

    /// Returns the slots that an event assigns. A start may leave constants as they are.
    package func slots(givenBy event: EventID, in state: State) -> [SlotID] {
        let kind = event < CheckedFlow.firstOwnEvent ? nil : events[event - CheckedFlow.firstOwnEvent].kind
        switch (BuiltinEvent(rawValue: event), state.kind) {
        case (.start, _): return inputs.filter { !$0.isConstant }.flatMap(\.givenSlots)
        case (.submit, .present(let presentation)): return presentation.asks.flatMap(\.givenSlots)
        case (.handled, .handler(let use)): return use.outputs.map(\.slot)
        case (.success, .call(let request)), (.otherChallenge, .call(let request)):
            return request.reply.outputs.map(\.slot)
        case (nil, .call(let request)) where kind == .challenge: return request.reply.outputs.map(\.slot)
        default: return []
        }
    }
}

extension Ask {
    fileprivate var givenSlots: [SlotID] { meant.map { [slot, $0] } ?? [slot] }
}

extension State {
    /// The slots that it shows, sends or passes.
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

    fileprivate var usesLastStep: Bool {
        var result = false
        for block in blocks {
            block.forEachInstruction { if case .jumpLast = $0 { result = true } }
        }
        return result
    }
}
