import FlowCore
import FlowIR

/// A run whose values are not chosen yet: what each slot holds, and which values each variable may still have.
struct SymbolicState {
    /// A condition on several variables.
    struct Relation {
        /// What holds, once the variables have values.
        let holds: ([FlowValue?]) -> Bool
        /// The variables.
        let variables: [Int]
    }

    /// What an event may take back.
    struct Before {
        let slots: Table<Slot, Symbol>
        let counters: Table<Counter, Int>
        let last: StateID?
    }

    var slots: Table<Slot, Symbol>
    private(set) var before: Before
    var staged: [(slot: SlotID, symbol: Symbol)] = []
    var counters: Table<Counter, Int>
    var last: StateID?
    /// By variable: the values that it may have, the best first.
    private(set) var domains: [[FlowValue?]] = []
    private(set) var relations: [Relation] = []
    /// What is to happen.
    var plan: [PlannedEvent] = []

    init(_ flow: LoweredFlow) {
        slots = Table(repeating: .known(nil), count: flow.slots.count)
        counters = Table(repeating: 0, count: flow.counters.count)
        before = Before(slots: slots, counters: counters, last: nil)
    }

    /// A new variable.
    mutating func variable(_ candidates: [FlowValue?]) -> Symbol {
        domains.append(candidates)
        return .variable(domains.count - 1)
    }

    /// What a slot holds, with what the event at hand brings.
    func symbol(_ slot: SlotID) -> Symbol { staged.last { $0.slot == slot }?.symbol ?? slots[slot] }

    /// An event is taken: what it brings takes effect, and can be taken back.
    mutating func take() {
        before = Before(slots: slots, counters: counters, last: last)
        for change in staged { slots[change.slot] = change.symbol }
        staged = []
    }

    /// The state if a condition on several variables is to hold.
    func relating(_ variables: [Int], _ holds: @escaping ([FlowValue?]) -> Bool) -> SymbolicState {
        var result = self
        result.relations.append(Relation(holds: holds, variables: variables))
        return result
    }

    /// The state if a test of a symbol comes out in a way; nothing if it cannot.
    func requiring(_ symbol: Symbol, _ isWanted: Bool, _ test: (FlowValue?) -> Bool) -> SymbolicState? {
        switch symbol {
        case .known(let value): return test(value) == isWanted ? self : nil
        case .variable(let index): return narrowed(index) { test($0) == isWanted }
        case .meaning(let index, let ask): return narrowed(index) { test(Symbol.meaning($0, ask)) == isWanted }
        case .merged, .either: return nil
        }
    }

    private func narrowed(_ index: Int, _ isKept: (FlowValue?) -> Bool) -> SymbolicState? {
        var result = self
        result.domains[index] = domains[index].filter(isKept)
        return result.domains[index].isEmpty ? nil : result
    }

    // MARK: Choosing values

    /// Values for all variables; nothing if there are none.
    func assignment() -> [FlowValue?]? {
        let related = relations.flatMap(\.variables).uniquedNumbers
        var values = domains.map { $0.first ?? nil }
        var budget = 20_000
        return choose(related[...], [], &values, &budget) ? values : nil
    }

    private func choose(
        _ rest: ArraySlice<Int>, _ chosen: Set<Int>, _ values: inout [FlowValue?], _ budget: inout Int
    ) -> Bool {
        guard let next = rest.first else { return true }
        let known = chosen.union([next])
        for value in domains[next] {
            budget -= 1
            if budget < 0 { return false }
            values[next] = value
            let isPossible = relations.allSatisfy { relation in
                !relation.variables.contains(next) || !known.isSuperset(of: relation.variables)
                    || relation.holds(values)
            }
            if isPossible, choose(rest.dropFirst(), known, &values, &budget) { return true }
        }
        return false
    }
}

extension [Int] {
    /// Each number once, in order.
    fileprivate var uniquedNumbers: [Int] {
        var seen: Set<Int> = []
        return filter { seen.insert($0).inserted }
    }
}
