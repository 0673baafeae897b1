import FlowModel

/// Runs steps in a situation, along every way that they can take there.
struct BlockRun {
    /// What a way through a block leads to.
    enum Target: Sendable {
        case state(StateID)
        /// The step presented last, or else a state.
        case last(otherwise: StateID)
        case refused
        /// The reply lacks what it must bring.
        case missing
    }

    /// A way through a block.
    struct Outcome: Sendable {
        let target: Target
        var situation: Situation
        /// The transitions taken, in order.
        var marks: [TransitionID]
        /// What was decided on the way, of the data as they are at the time.
        var decisions: [Claim]
        /// Whether all was forgotten but what is kept.
        var isRestarted: Bool
    }

    /// The most ways through one block that are followed.
    static let mostOutcomes = 2048

    private let table: FactTable
    private let consistency: FactConsistency
    private let translator: BlockTranslator
    private var before = Situation()
    private var waiting: [Thread] = []
    private(set) var outcomes: [Outcome] = []
    /// Counters whose tests came out both ways, or either way: by counter and bound, whether it was reached.
    private(set) var reachedBounds: Set<Int> = []
    /// Those of which the value was known when they were tested.
    private(set) var testedBounds: Set<Int> = []
    /// Whether there were more ways than are followed.
    private(set) var isCutShort = false

    /// One way, as far as it went.
    private struct Thread {
        var situation: Situation
        var staged: [SlotID]
        var marks: [TransitionID] = []
        var decisions: [Claim] = []
        var isRestarted = false
        /// What is still to be done: steps, and the position in them, the innermost last.
        var frames: [(steps: [ProofStep], next: Int)]
    }

    init(_ table: FactTable, _ consistency: FactConsistency, _ translator: BlockTranslator) {
        self.table = table
        self.consistency = consistency
        self.translator = translator
    }

    /// Runs what an arrival does; `outcomes` has the result.
    mutating func run(_ arrival: Arrival, in situation: Situation) {
        outcomes.removeAll(keepingCapacity: true)
        before = situation
        var changed = situation
        for fact in arrival.forgotten { changed.forget(fact) }
        for claim in arrival.claims { changed.set(claim) }
        waiting = [Thread(situation: changed, staged: arrival.staged, frames: [(arrival.steps, 0)])]
        while var thread = waiting.popLast() {
            if outcomes.count + waiting.count > Self.mostOutcomes {
                isCutShort = true
                return
            }
            while let step = next(&thread) { if !apply(step, &thread) { break } }
        }
    }

    private func next(_ thread: inout Thread) -> ProofStep? {
        while let frame = thread.frames.last {
            if frame.next < frame.steps.count {
                thread.frames[thread.frames.count - 1].next += 1
                return frame.steps[frame.next]
            }
            thread.frames.removeLast()
        }
        return nil
    }

    /// Does a step; tells whether the way goes on behind it.
    private mutating func apply(_ step: ProofStep, _ thread: inout Thread) -> Bool {
        switch step {
        case .jump(let state): finish(.state(state), thread)
        case .jumpLast(let otherwise): finish(.last(otherwise: otherwise), thread)
        case .refuse: finish(.refused, thread)
        case .when(let condition, let inner): return choose(condition, inner, &thread)
        case .copy(let plan): return copy(plan, &thread)
        case .require(let facts): return require(facts, &thread)
        case .mark(let transition):
            thread.marks.append(transition)
            return true
        default:
            change(step, &thread)
            return true
        }
        return false
    }

    private mutating func finish(_ target: Target, _ thread: Thread) {
        outcomes.append(
            Outcome(
                target: target, situation: thread.situation, marks: thread.marks, decisions: thread.decisions,
                isRestarted: thread.isRestarted))
    }

    // MARK: Branching

    private mutating func choose(_ condition: Guard, _ inner: [ProofStep], _ thread: inout Thread) -> Bool {
        while let open = condition.open(thread.situation) {
            switch open {
            case .fact(let fact): decide(fact, &thread)
            case .below(let counter, let bound): decide(counter, bound, &thread)
            default: return false
            }
        }
        noteBounds(condition, thread.situation)
        if condition.evaluate(thread.situation) == true { thread.frames.append((inner, 0)) }
        return true
    }

    /// Decides a fact one way here and, where that is possible too, the other way on a way of its own, which does the step again.
    private mutating func decide(_ fact: FactID, _ thread: inout Thread) {
        let canHold = consistency.allows(fact, true, in: thread.situation)
        let canFail = consistency.allows(fact, false, in: thread.situation)
        if canHold, canFail {
            var other = thread
            other.frames[other.frames.count - 1].next -= 1
            other.situation.set(Claim(fact, false))
            other.decisions.append(Claim(fact, false))
            waiting.append(other)
        }
        thread.situation.set(Claim(fact, canHold))
        if canHold && canFail { thread.decisions.append(Claim(fact, true)) }
    }

    /// A counter of unknown value is below a number here, and as great as that on another way.
    private mutating func decide(_ counter: CounterID, _ bound: Int, _ thread: inout Thread) {
        var other = thread
        other.frames[other.frames.count - 1].next -= 1
        other.situation.set(Claim(counter: counter, bound))
        waiting.append(other)
        thread.situation.set(Claim(counter: counter, bound - 1))
    }

    private mutating func noteBounds(_ condition: Guard, _ situation: Situation) {
        switch condition {
        case .below(let counter, let bound):
            guard let value = situation.value(of: counter) else { return }
            testedBounds.insert(counter << 8 | bound)
            if value >= bound { reachedBounds.insert(counter << 8 | bound) }
        case .not(let inner): noteBounds(inner, situation)
        case .and(let left, let right), .or(let left, let right):
            noteBounds(left, situation)
            noteBounds(right, situation)
        case .constant, .fact: break
        }
    }

    private mutating func copy(_ plan: CopyPlan, _ thread: inout Thread) -> Bool {
        if let isPresent = plan.isPresent, thread.situation.holds(isPresent) == nil { decide(isPresent, &thread) }
        let usesOther = plan.isPresent.map { thread.situation.holds($0) == false } ?? false
        let known = plan.pairs.map { pair in (usesOther ? pair.other : pair.from).flatMap { thread.situation.holds($0) } }
        for (pair, value) in zip(plan.pairs, known) {
            thread.situation.forget(pair.to)
            if let value { thread.situation.set(Claim(pair.to, value)) }
        }
        return true
    }

    private mutating func require(_ facts: [FactID], _ thread: inout Thread) -> Bool {
        for fact in facts {
            if thread.situation.holds(fact) == nil {
                if consistency.allows(fact, false, in: thread.situation) { miss(thread) }
                thread.situation.set(Claim(fact, true))
            } else if thread.situation.holds(fact) == false {
                miss(thread)
                return false
            }
        }
        return true
    }

    private mutating func miss(_ thread: Thread) {
        var thread = thread
        thread.situation = before
        finish(.missing, thread)
    }

    // MARK: Changes

    private mutating func change(_ step: ProofStep, _ thread: inout Thread) {
        switch step {
        case .assign(let claims): for claim in claims { thread.situation.set(claim) }
        case .forget(let facts): for fact in facts { thread.situation.forget(fact) }
        case .merge(let plan): merge(plan, &thread)
        case .restart(let kept): restart(kept, &thread)
        case .count(let counter):
            guard let value = thread.situation.value(of: counter) else { return }
            thread.situation.set(Claim(counter: counter, min(value + 1, table.bounds[counter] ?? 255)))
        case .reset(let counters): for counter in counters { thread.situation.set(Claim(counter: counter, 0)) }
        case .forgetReply: discard(Set(thread.staged.flatMap { table.ofSlot[$0] }).union(table.uses), &thread)
        case .keepError: discard(Set(table.ofSlot[0] + table.ofSlot[1]), &thread)
        default: break
        }
    }

    private func merge(_ plan: MergePlan, _ thread: inout Thread) {
        for pair in plan.either {
            let own = thread.situation.holds(pair.to)
            let added = thread.situation.holds(pair.from)
            if own == true || added == true {
                thread.situation.set(Claim(pair.to, true))
            } else if own == nil || added == nil {
                thread.situation.forget(pair.to)
            }
        }
        for fact in plan.lost { thread.situation.forget(fact) }
    }

    /// Slots get back what they held before the event.
    private func discard(_ facts: Set<FactID>, _ thread: inout Thread) {
        for fact in facts {
            thread.situation.forget(fact)
            if let holds = before.holds(fact) { thread.situation.set(Claim(fact, holds)) }
        }
    }

    /// What is not kept is absent, and counters are zero. What the event brought stays.
    private func restart(_ kept: Set<SlotID>, _ thread: inout Thread) {
        thread.isRestarted = true
        let cleared = table.ofSlot.indices.filter { !kept.contains($0) && !thread.staged.contains($0) }
        let (claims, lost) = translator.absence(of: cleared)
        for fact in lost { thread.situation.forget(fact) }
        for claim in claims { thread.situation.set(claim) }
        for counter in table.bounds.keys { thread.situation.set(Claim(counter: counter, 0)) }
    }
}
