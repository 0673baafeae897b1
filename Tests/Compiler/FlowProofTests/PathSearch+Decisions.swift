import FlowDiagnostics
import FlowCore
import FlowIR
import TestSupport

extension PathSearch {
    /// How a condition can come out, and what is then known.
    func outcomes(
        of condition: Condition, _ state: SymbolicState, _ decisions: [(condition: Condition, holds: Bool)]
    ) -> [(holds: Bool, state: SymbolicState)] {
        switch condition {
        case .constant(let holds): return [(holds, state)]
        case .leaf(.below(let counter, let bound)): return [(state.counters[counter] < bound, state)]
        case .not(let inner): return outcomes(of: inner, state, decisions).map { (!$0.holds, $0.state) }
        case .and(let left, let right):
            return outcomes(of: left, state, decisions).flatMap {
                $0.holds ? outcomes(of: right, $0.state, decisions) : [$0]
            }
        case .or(let left, let right):
            return outcomes(of: left, state, decisions).flatMap {
                $0.holds ? [$0] : outcomes(of: right, $0.state, decisions)
            }
        case .leaf(.hasAll(let holder, let wanted)):
            return decided(hasAll(holder, wanted, state), condition, decisions)
        case .leaf(let test):
            guard let slot = test.slot else { return [] }
            return decided(tested(test, state.symbol(slot), state), condition, decisions)
        }
    }

    /// Where a test can come out either way, the way that the counterexample says, or that one first.
    private func decided(
        _ outcomes: [(holds: Bool, state: SymbolicState)], _ condition: Condition,
        _ decisions: [(condition: Condition, holds: Bool)]
    ) -> [(holds: Bool, state: SymbolicState)] {
        guard outcomes.count > 1, let decision = decisions.first(where: { $0.condition.isSame(as: condition) }) else {
            return outcomes
        }
        let wanted = outcomes.filter { $0.holds == decision.holds }
        return isStrict ? wanted : wanted + outcomes.filter { $0.holds != decision.holds }
    }

    /// How a test of a symbol can come out.
    func tested(
        _ test: ValueTest, _ symbol: Symbol, _ state: SymbolicState
    ) -> [(holds: Bool, state: SymbolicState)] {
        if case .either(let first, let second) = symbol {
            return tested(.present(0), first, state).flatMap {
                tested(test, $0.holds ? first : second, $0.state)
            }
        }
        if case .merged(let first, let second) = symbol {
            return tested(test, first, state).flatMap { $0.holds ? [$0] : tested(test, second, $0.state) }
        }
        return [true, false].compactMap { holds in
            state.requiring(symbol, holds) { test.holds(of: $0, flow.patterns) }.map { (holds, $0) }
        }
    }

    private func hasAll(
        _ holder: SlotID, _ wanted: SlotID, _ state: SymbolicState
    ) -> [(holds: Bool, state: SymbolicState)] {
        let (first, second) = (state.symbol(holder), state.symbol(wanted))
        let variables = Array(Set(first.variables + second.variables)).sorted()
        if variables.isEmpty { return [(FlowValue.hasAll(first.value([]), second.value([])), state)] }
        return [true, false].compactMap { holds in
            let related = state.relating(variables) { FlowValue.hasAll(first.value($0), second.value($0)) == holds }
            return related.assignment() == nil ? nil : (holds, related)
        }
    }
}

extension Condition {
    /// Whether two tests are the same; without regard to case where that is how they compare.
    fileprivate func isSame(as other: Condition) -> Bool {
        if case .leaf(.equals(let slot, let text, true)) = self, case .leaf(.equals(slot, let word, true)) = other {
            return text.folded == word.folded
        }
        return self == other
    }
}
