import FlowAnnotations
import FlowModel

/// Turns guards into conditions on slots and counters. Names that stand for nothing hold never; they are found elsewhere.
struct GuardLowering {
    let program: Program
    let instance: Instance
    /// The node whose last request the guard may ask for.
    var node: Int?
    /// By key: the value that this request carries.
    var sent: [Symbol: Source] = [:]

    /// The condition of a guard.
    /// - Returns: nil without a guard.
    func condition(_ guardClause: GuardDeclaration?, _ tables: inout LoweringTables) -> Condition? {
        guard let guardClause else { return nil }
        guard case .success(let tree) = guardClause.condition else { return .constant(false) }
        return tree.flatMap { self.condition($0, &tables) ?? .constant(false) }
    }

    private func condition(_ test: GuardTest, _ tables: inout LoweringTables) -> Condition? {
        switch test {
        case .fact(let name): return slot(name, &tables).map { .equals($0, "true", ignoringCase: false) }
        case .present(let name): return slot(name, &tables).map { .present($0) }
        case .equals(let name, let literal):
            let ignoresCase = instance.unit.declarations.values[name.symbol]?.ignoresCase ?? false
            return slot(name, &tables).map { .equals($0, literal.text, ignoringCase: ignoresCase) }
        case .contains(let name, let literal): return slot(name, &tables).map { .contains($0, literal.text) }
        case .matches(let name, let literal):
            let pattern = tables.patterns.number(literal.text)
            guard let slot = slot(name, &tables), let pattern else { return nil }
            return .matches(slot, pattern)
        case .hasAll(let name, let list):
            guard let holder = slot(name, &tables), let wanted = slot(list, &tables) else { return nil }
            return .hasAll(holder, wanted)
        case .below(let name, let limit):
            guard let counter = tables.counters.counter(name.symbol, of: instance) else { return nil }
            tables.note(CounterTest(limit: limit, range: name.range), of: counter)
            return .below(counter, limit)
        case .sent(let name): return carried(name.symbol, &tables)
        }
    }

    private func slot(_ name: Name, _ tables: inout LoweringTables) -> SlotID? {
        tables.slots.slot(name.symbol, of: instance)
    }

    /// Whether the last request of the node carried a key.
    private func carried(_ key: Symbol, _ tables: inout LoweringTables) -> Condition? {
        guard instance.unit.services.requestKeys.contains(key), let node else { return nil }
        if instance.unit.nodes[node]?.sentKeys.contains(key) == true {
            return .present(tables.slots.sent(key, at: node, of: instance))
        }
        // An error: the values are those that were sent.
        return sent[key].map(\.isThere) ?? .constant(false)
    }
}

extension Source {
    /// Whether it has a value.
    var isThere: Condition {
        switch origin {
        case .literal: .constant(true)
        case .slot(let slot): otherwise.map { .or(.present(slot), .present($0)) } ?? .present(slot)
        }
    }
}
