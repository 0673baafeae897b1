import FlowAnalysis
import FlowCore
import FlowIR
import TestSupport

/// Looks for values with which a flow takes the path of a counterexample.
struct PathSearch {
    let flow: LoweredFlow
    let counterexample: Counterexample
    let candidates: Candidates
    /// By path of a reply's value: whether it is a session, and whether it grants something.
    let sessions: Set<[String]>
    let grants: Set<[String]>
    /// Whether decisions must come out as the counterexample says, or only the states be the same.
    let isStrict: Bool
    /// How many more branches are tried.
    private var budget = 50_000

    init(_ subject: Subject, _ counterexample: Counterexample, _ candidates: Candidates, isStrict: Bool) {
        flow = subject.flow
        self.counterexample = counterexample
        self.candidates = candidates
        self.isStrict = isStrict
        let outputs = subject.service.operations.values.flatMap(\.reply.outputs)
        sessions = Set(outputs.filter { $0.type == "session" }.map(\.path))
        grants = Set(outputs.filter(\.isGrant).map(\.path))
    }

    /// The events, and values for their variables; nothing if none were found.
    mutating func find() -> (plan: [PlannedEvent], values: [FlowValue?])? {
        guard let state = advance(0, SymbolicState(flow)), let values = state.assignment() else { return nil }
        return (state.plan, values)
    }

    // MARK: Along the path

    private mutating func advance(_ index: Int, _ state: SymbolicState) -> SymbolicState? {
        guard index < counterexample.steps.count else { return finish(state) }
        let step = counterexample.steps[index]
        guard let event = step.event else {
            guard case .choice(let block) = flow.states[step.state].kind else { return nil }
            return run(block.instructions[...], index, state)
        }
        guard let block = flow.block(of: step.state, on: event) else { return nil }
        for staged in stagings(event, step.state, state) {
            var taken = staged
            taken.take()
            if let found = run(block.instructions[...], index, taken) { return found }
        }
        return nil
    }

    private func finish(_ state: SymbolicState) -> SymbolicState? {
        var result = state
        for (condition, holds) in counterexample.finally {
            guard case .leaf(let test) = condition, let slot = test.slot,
                let narrowed = tested(test, result.symbol(slot), result).first(where: { $0.holds == holds })
            else { return nil }
            result = narrowed.state
        }
        return result.assignment() == nil ? nil : result
    }

    private func expected(behind index: Int) -> StateID {
        index + 1 < counterexample.steps.count ? counterexample.steps[index + 1].state : counterexample.end
    }

    private mutating func run(
        _ instructions: ArraySlice<Instruction>, _ index: Int, _ before: SymbolicState
    ) -> SymbolicState? {
        var (rest, state) = (instructions, before)
        while let instruction = rest.popFirst() {
            switch instruction {
            case .when(let condition, let block): return branch(condition, block, rest, index, state)
            case .jump(let next): return enter(next, index, state)
            case .jumpLast(let otherwise): return enter(state.last ?? otherwise, index, state)
            case .refuse: return index == counterexample.steps.count - 1 ? finish(state) : nil
            case .require(let slots):
                for slot in slots {
                    guard let narrowed = tested(.present(slot), state.symbol(slot), state).first(where: \.holds) else {
                        return nil
                    }
                    state = narrowed.state
                }
            default: state.apply(instruction, flow)
            }
        }
        return nil
    }

    private mutating func enter(_ next: StateID, _ index: Int, _ before: SymbolicState) -> SymbolicState? {
        guard next == expected(behind: index) else { return nil }
        var state = before
        switch flow.states[next].kind {
        case .present: state.last = next
        case .end: state.last = nil
        default: break
        }
        return advance(index + 1, state)
    }

    private mutating func branch(
        _ condition: Condition, _ block: Block, _ rest: ArraySlice<Instruction>, _ index: Int, _ state: SymbolicState
    ) -> SymbolicState? {
        for (holds, decided) in outcomes(of: condition, state, counterexample.steps[index].decisions) {
            budget -= 1
            if budget < 0 { return nil }
            let next = holds ? (block.instructions + rest)[...] : rest
            if let found = run(next, index, decided) { return found }
        }
        return nil
    }
}
