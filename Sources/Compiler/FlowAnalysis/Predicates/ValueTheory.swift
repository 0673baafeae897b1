import FlowIR

/// A fast decision procedure for literals over single slots. It leaves the difficult cases to the solver.
struct ValueTheory {
    private let solver: ConditionSolver
    /// By slot: the words of a closed value set.
    private let words: [SlotID: [TextLiteral]]

    init(_ solver: ConditionSolver) {
        self.solver = solver
        words = solver.words.mapValues { $0.words.map { TextLiteral($0) } }
    }

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

    /// Returns whether tests of one slot are consistent, or nil if only the solver can decide this.
    private func allows(_ slot: SlotID, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool? {
        if atoms.contains(where: { $0.atom.isPresence && !$0.holds }) { return canBeAbsent(slot, atoms) }
        if solver.slots[slot].type.isCollection { return canBeCollection(atoms) }
        if solver.words[slot]?.forms.isEmpty == false { return nil }
        if let closedWords = words[slot] {
            // Case variants of a word are equivalent, unless a test distinguishes them.
            if solver.words[slot]?.ignoringCase == true, !atoms.allSatisfy(\.atom.ignoresCase) { return nil }
            return isAllowed(among: closedWords, atoms) || canBeAbsent(slot, atoms)
        }
        for case (.equals(_, let text), true) in atoms { return satisfies(text, atoms) }
        // Infinitely many other texts exist.
        return atoms.allSatisfy { $0.holds ? $0.atom.isPresence : $0.atom.literal != nil } ? true : nil
    }

    /// Whether one of the words satisfies the tests.
    ///
    /// Excluded words are looked up in a set, because both lists can be long.
    private func isAllowed(among words: [TextLiteral], _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        var excluded: Set<TextLiteral> = []
        for (atom, holds) in atoms {
            guard case .equals(_, let text) = atom else { continue }
            if holds { return words.contains(text) && satisfies(text, atoms) }
            excluded.insert(text)
        }
        return words.contains { !excluded.contains($0) && satisfies($0, atoms) }
    }

    /// Whether the absence of a value satisfies the tests.
    private func canBeAbsent(_ slot: SlotID, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        !solver.required.contains(slot) && atoms.allSatisfy { !$0.holds }
    }

    private func satisfies(_ text: TextLiteral, _ atoms: [(atom: Atom, holds: Bool)]) -> Bool {
        atoms.allSatisfy { $0.atom.holds(for: text, solver.patterns) == $0.holds }
    }

    /// Returns true if all tests concern presence or single items, which are independent of each other, or nil otherwise.
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
    fileprivate var ignoresCase: Bool {
        switch self {
        case .present, .equalsFolded: true
        case .equals, .contains, .matches, .hasAll, .below: false
        }
    }
}
