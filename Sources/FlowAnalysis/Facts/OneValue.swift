import FlowAutomata
import FlowModel

/// Answers questions about a single value that take no search.
struct OneValue {
    private let solver: ConditionSolver

    /// Answers for the data that a solver knows.
    init(_ solver: ConditionSolver) { self.solver = solver }

    /// Whether facts about one value can all be as claimed; nothing if that takes a solver.
    func allows(_ claims: [(fact: Fact, holds: Bool)]) -> Bool? {
        guard let slot = claims.first?.fact.slots.first else { return nil }
        var atoms: [(atom: Atom, holds: Bool)] = []
        for (fact, holds) in claims {
            guard case .test(let atom) = fact, atom.isOfOne, atom.slot == slot else { return nil }
            atoms.append((atom, holds))
        }
        if atoms.contains(where: { $0.atom.isPresence && !$0.holds }) { return canBeAbsent(slot, atoms) }
        if solver.slots[slot].type.isCollection { return canBeCollection(atoms) }
        if let closed = solver.words[slot] {
            if closed.ignoringCase { return nil }
            return closed.words.contains { agrees(Literal($0), atoms) } || canBeAbsent(slot, atoms)
        }
        for case (.equals(_, let text), true) in atoms { return agrees(text, atoms) }
        // There is always one more text than those that it is compared with.
        return atoms.allSatisfy { $0.holds ? $0.atom.isPresence : $0.atom.literal != nil } ? true : nil
    }

    private func canBeAbsent(_ slot: SlotID, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        !solver.required.contains(slot) && atoms.allSatisfy { !$0.holds }
    }

    private func agrees(_ text: Literal, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        atoms.allSatisfy { $0.atom.holds(for: text, solver.patterns) == $0.holds }
    }

    /// Items are there or not, each by itself.
    private func canBeCollection(_ atoms: [(atom: Atom, holds: Bool)]) -> Bool? {
        for (atom, _) in atoms {
            switch atom {
            case .present, .contains: continue
            default: return nil
            }
        }
        return true
    }
}

extension Atom {
    /// Whether it tests one value only.
    fileprivate var isOfOne: Bool {
        switch self {
        case .present, .equals, .equalsFolded, .contains, .matches: true
        case .hasAll, .below: false
        }
    }
}
