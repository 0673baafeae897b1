import FlowDiagnostics
import FlowIR

/// Lowers guards to conditions on slots and counters.
///
/// Another pass checks guards. A guard with a syntax error, and a test with an invalid name or pattern, count as false.
struct GuardLowering {
    let program: Program
    let instance: Instance
    /// The node whose last request `sent` tests; nil if the guard is not at a node.
    var node: Int?
    /// The sources of the values that the last request of the node carries, by key.
    var sourcesByKey: [Symbol: Source] = [:]

    /// Returns the condition of a guard, or nil if there is no guard. A guard with a syntax error counts as false.
    func condition(_ guardClause: GuardDeclaration?, _ tables: inout LoweringTables) -> Condition? {
        guard let guardClause else { return nil }
        guard case .success(let tree) = guardClause.condition else { return .constant(false) }
        return tree.flatMap { self.condition($0, &tables) ?? .constant(false) }
    }

    /// Returns the condition of a test, or nil if a name or pattern in it is invalid.
    ///
    /// The result is also nil for a `sent` in a guard that is not at a node.
    private func condition(_ test: GuardTest, _ tables: inout LoweringTables) -> Condition? {
        switch test {
        case .fact(let name): return slot(name, &tables).map { .equals($0, "true", ignoringCase: false) }
        case .present(let name): return slot(name, &tables).map { .present($0) }
        case .equals(let name, let literal):
            let ignoresCase = instance.unit.declarations.values[name.symbol]?.ignoresCase ?? false
            return slot(name, &tables).map { .equals($0, ByteString(literal.text), ignoringCase: ignoresCase) }
        case .contains(let name, let literal):
            return slot(name, &tables).map { .contains($0, ByteString(literal.text)) }
        case .matches(let name, let literal):
            let pattern = tables.patterns.intern(literal.text)
            guard let slot = slot(name, &tables), let pattern else { return nil }
            return .matches(slot, pattern)
        case .hasAll(let name, let list):
            guard let holder = slot(name, &tables), let wanted = slot(list, &tables) else { return nil }
            return .hasAll(holder, wanted)
        case .below(let name, let limit):
            guard let counter = tables.counters.counter(name.symbol, of: instance) else { return nil }
            tables.record(CounterTest(limit: limit, range: name.range), of: counter)
            return .below(counter, limit)
        case .sent(let name): return sentCondition(name.symbol, &tables)
        }
    }

    /// Returns the slot of a value, or nil if there is no such value.
    private func slot(_ name: Name, _ tables: inout LoweringTables) -> SlotID? {
        tables.slots.intern(name.symbol, of: instance)
    }

    /// Returns the condition that the last request of the node carried a key.
    ///
    /// The result is nil if no request has this key, or if the guard is not at a node.
    private func sentCondition(_ key: Symbol, _ tables: inout LoweringTables) -> Condition? {
        guard instance.unit.services.requestKeys.contains(key), let node else { return nil }
        if instance.unit.nodes[node]?.sentKeys.contains(key) == true {
            return .present(tables.slots.internSentFlag(key, at: node, of: instance))
        }
        // Only a guard on an error needs no flag: the values are still those that the request carried.
        return sourcesByKey[key].map(\.presence) ?? .constant(false)
    }
}

extension Source {
    /// The condition that the source has a value.
    var presence: Condition {
        switch origin {
        case .literal: .constant(true)
        case .slot(let slot): otherwise.map { .or(.present(slot), .present($0)) } ?? .present(slot)
        }
    }
}
