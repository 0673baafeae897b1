import FlowIR

/// A limit of the attempts at answering a step.
package struct AttemptLimit: Sendable, Hashable {
    package let counter: Int
    /// The number of attempts. After the last one, the flow leaves the step.
    package let maximum: Int
}

/// Finds the counters of the attempts at answering a step.
///
/// An attempt begins when the user answers, and fails when the flow counts it and presents the same step again.
struct AttemptSearch {
    private let flow: LoweredFlow
    private let step: StateID
    private let shownSlots: Set<SlotID>
    private var found: [AttemptLimit] = []
    /// Whether the step shows the number of remaining attempts itself.
    private var isShown = false

    /// The limits; empty if the step shows the number of remaining attempts itself.
    var limits: [AttemptLimit] { isShown ? [] : found }

    init(_ flow: LoweredFlow, step: StateID) {
        self.flow = flow
        self.step = step
        guard case .present(let presentation) = flow.states[step].kind else {
            shownSlots = []
            return
        }
        shownSlots = Set(presentation.shows.flatMap { $0.source.slots })
        search()
    }

    /// Searches the blocks that an answer to the step can execute before the next step or an end.
    private mutating func search() {
        guard let answer = flow.states[step].transitions[.submit] else { return }
        var seen: Set<StateID> = []
        var open = [answer]
        while let block = open.popLast() {
            collect(block.instructions[...])
            block.forEachTarget { target in
                let state = flow.states[target]
                if !state.isPresent, !state.isEnd, seen.insert(target).inserted { open += state.blocks }
            }
        }
    }

    /// Adds the limits of attempts that these instructions count before they lead back to the step.
    private mutating func collect(_ instructions: ArraySlice<Instruction>) {
        for (index, instruction) in zip(instructions.indices, instructions) {
            switch instruction {
            case .when(_, let inner): collect(inner.instructions[...])
            case .count(let counter): addLimit(of: counter, instructions[(index + 1)...])
            default: continue
            }
        }
    }

    /// Adds the limit of a counter if the instructions after the count test the counter and, while attempts remain,
    /// lead back to the step. Also records whether the step itself shows how many attempts remain.
    private mutating func addLimit(of counter: CounterID, _ rest: ArraySlice<Instruction>) {
        for (index, instruction) in zip(rest.indices, rest) {
            if case .remaining(let slot, counter, _) = instruction, shownSlots.contains(slot) { isShown = true }
            guard case .when(.not(.leaf(.below(counter, let maximum))), _) = instruction else { continue }
            let limit = AttemptLimit(counter: counter.rawValue, maximum: maximum)
            if leadsBack(Block(Array(rest[(index + 1)...]))), !found.contains(limit) { found.append(limit) }
            return
        }
    }

    /// Returns whether a block can present the step again, without a request or a handler before it.
    private func leadsBack(_ block: Block) -> Bool {
        var seen: Set<StateID> = []
        var open = [block]
        var isBack = false
        while !isBack, let next = open.popLast() {
            next.forEachExit { exit in
                switch exit {
                case .state(let target):
                    isBack = isBack || target == step
                    if flow.states[target].isChoice, seen.insert(target).inserted { open += flow.states[target].blocks }
                // The last step is the one that the user has answered.
                case .lastStep: isBack = true
                case .refusal: break
                }
            }
        }
        return isBack
    }
}
