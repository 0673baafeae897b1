import FlowDiagnostics
import FlowIR

/// A fast decision procedure for literals over single slots. It leaves the difficult cases to the solver.
struct ValueTheory {
    private let solver: ConditionSolver

    init(_ solver: ConditionSolver) { self.solver = solver }

    /// Returns whether literals are consistent, or nil if only the solver can decide this.
    func allows(_ literals: [(predicate: Predicate, holds: Bool)]) -> Bool? {
        var atoms: [(atom: Atom, holds: Bool)] = []
        for (predicate, holds) in literals {
            // Session predicates do not constrain the value.
            guard case .test(let atom) = predicate else { continue }
            guard atom.isUnary else { return nil }
            atoms.append((atom, holds))
        }
        var isAllowed = true
        while let slot = atoms.first?.atom.slot {
            guard let isSlotAllowed = allows(slot, atoms.filter { $0.atom.slot == slot }) else { return nil }
            isAllowed = isAllowed && isSlotAllowed
            atoms.removeAll { $0.atom.slot == slot }
        }
        return isAllowed
    }

    /// Returns whether tests of one slot are consistent. Returns nil if only the solver can decide this.
    private func allows(_ slot: SlotID, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool? {
        if atoms.contains(where: { $0.atom.isPresence && !$0.holds }) { return canBeAbsent(slot, atoms) }
        if solver.slots[slot].type.isCollection { return canBeCollection(atoms) }
        if let closed = solver.words[slot] {
            // Only the solver has the automata of forms.
            guard closed.forms.isEmpty else { return nil }
            // Case variants of a word are equivalent, unless a test distinguishes them.
            if closed.ignoringCase, !atoms.allSatisfy(\.atom.ignoresCase) { return nil }
            return isAllowed(among: closed.words, atoms) || canBeAbsent(slot, atoms)
        }
        if let required = equalTexts(in: atoms, holding: true).first { return satisfies(required, atoms) }
        // Infinitely many texts differ from all literals, but only the solver knows whether one matches a pattern.
        let onlyExcludesLiterals = atoms.allSatisfy { $0.holds ? $0.atom.isPresence : $0.atom.literal != nil }
        return onlyExcludesLiterals ? true : nil
    }

    /// Returns whether one of the words satisfies the tests.
    private func isAllowed(among words: [ByteString], _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        if let required = equalTexts(in: atoms, holding: true).first {
            return words.contains(required) && satisfies(required, atoms)
        }
        // Both lists can be long, so the excluded words are in a set.
        let excluded = Set(equalTexts(in: atoms, holding: false))
        return words.contains { !excluded.contains($0) && satisfies($0, atoms) }
    }

    /// Returns the texts that the value must equal, or that it must not equal if `wanted` is false.
    private func equalTexts(in atoms: [(atom: Atom, holds: Bool)], holding wanted: Bool) -> [ByteString] {
        atoms.compactMap { atom, holds in
            guard holds == wanted, case .equals(_, let text) = atom else { return nil }
            return text
        }
    }

    /// Returns whether the absence of a value satisfies the tests.
    private func canBeAbsent(_ slot: SlotID, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        !solver.required.contains(slot) && atoms.allSatisfy { !$0.holds }
    }

    private func satisfies(_ text: ByteString, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        atoms.allSatisfy { $0.atom.holds(for: text, solver.patterns) == $0.holds }
    }

    /// Returns true if all tests concern presence or single items, which are independent, or nil otherwise.
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
    /// Whether the test has the same result for texts that differ only in case.
    fileprivate var ignoresCase: Bool {
        switch self {
        case .present, .equalsFolded: true
        case .equals, .contains, .matches, .hasAll, .below: false
        }
    }
}
