import FlowDiagnostics
import FlowTable

extension ConditionSolver {
    /// Returns phrases that describe an assignment, such as `password is absent`.
    ///
    /// A text or counter has a single phrase if one phrase suffices. Unassigned atoms are omitted.
    func describe(_ assignment: [Bool?], _ atoms: [Atom], _ domain: SolverDomain) -> [String] {
        var result: [String] = []
        var describedTables: Set<Int> = []
        for (number, atom) in atoms.enumerated() {
            guard let value = assignment[number] else { continue }
            if let table = domain.tableOfAtom[number] {
                guard describedTables.insert(table).inserted else { continue }
                result += describe(domain.tables[table], assignment, atoms)
            } else if !isImplied(atom, value, assignment, atoms) {
                result.append(describe(atom, value))
            }
        }
        return result
    }

    /// Returns phrases that describe the value of one text or counter.
    ///
    /// Prefers a single phrase that determines the value. Returns [] if no atom of the value is assigned.
    private func describe(_ table: OptionTable, _ assignment: [Bool?], _ atoms: [Atom]) -> [String] {
        let decided = table.atoms.compactMap { number in
            assignment[number].map { (atom: atoms[number], holds: $0) }
        }
        guard let first = decided.first?.atom else { return [] }
        let labels = table.labels(matching: assignment)
        if let slot = first.slot, slots[slot].sentKey != nil { return [describe(.present(slot), labels != [.absent])] }
        if let phrase = example(for: first, decided, labels) { return [phrase] }
        return decided.filter { !isImplied($0.atom, $0.holds, assignment, atoms) }
            .map { describe($0.atom, $0.holds) }
    }

    /// Returns a phrase that determines the value of a text or counter, or nil if no single phrase does.
    ///
    /// `decided` has the assigned atoms of the value, of which `first` is the first. `labels` has examples of its
    /// possible values.
    private func example(
        for first: Atom, _ decided: [(atom: Atom, holds: Bool)], _ labels: [OptionTable.Label]
    ) -> String? {
        // Any possible value serves as an example.
        if case .below(let counter, _) = first, case .number(let value) = labels.first {
            return "\(counters[counter]) is \(value)"
        }
        if let test = decided.first(where: { testsForTrue($0.atom) }) { return describe(test.atom, test.holds) }
        if labels == [.absent], let slot = first.slot { return "\(slots[slot].name) is absent" }
        if let test = decided.first(where: { $0.holds && $0.atom.literal != nil }) { return describe(test.atom, true) }
        // If the text has a value set, any possible word serves as an example.
        if let slot = first.slot, words[slot] != nil, case .text(let word) = labels.first {
            return "\(slots[slot].name) is \(guardOperand(word))"
        }
        return nil
    }

    /// Returns whether a phrase for an atom would repeat what another atom over the same slot says about presence.
    ///
    /// A value that satisfies another atom is present, and an absent value satisfies no other atom.
    private func isImplied(_ atom: Atom, _ value: Bool, _ assignment: [Bool?], _ atoms: [Atom]) -> Bool {
        guard atom.isUnary, value == atom.isPresence else { return false }
        return atoms.indices.contains { number in
            let other = atoms[number]
            guard other.slot == atom.slot, other != atom, other.isUnary else { return false }
            return atom.isPresence ? assignment[number] == true : other.isPresence && assignment[number] == false
        }
    }

    /// Returns a phrase for an atom with a truth value, such as `password is absent`.
    private func describe(_ atom: Atom, _ value: Bool) -> String {
        switch atom {
        case .present(let slot):
            if let key = slots[slot].sentKey { return key + (value ? " was sent" : " was not sent") }
            return slots[slot].name + (value ? " is present" : " is absent")
        case .equals(let slot, _) where testsForTrue(atom):
            return slots[slot].name + (value ? " is true" : " is false")
        case .equals(let slot, let text), .equalsFolded(let slot, let text):
            return slots[slot].name + (value ? " is " : " is not ") + guardOperand(text)
        case .contains(let slot, let text):
            return slots[slot].name + (value ? " contains " : " lacks ") + guardOperand(text)
        case .matches(let slot, let pattern):
            return slots[slot].name + (value ? " matches " : " does not match ")
                + quoted(patterns[pattern].source)
        case .hasAll(let holder, let wanted):
            return slots[holder].name + (value ? " has all of " : " lacks some of ") + slots[wanted].name
        case .below(let counter, let bound):
            return counters[counter] + (value ? " is below \(bound)" : " is not below \(bound)")
        }
    }

    /// Returns whether an atom tests whether a flag is true.
    private func testsForTrue(_ atom: Atom) -> Bool {
        guard case .equals(let slot, let text) = atom, slots[slot].type == .flag else { return false }
        return text.text == "true"
    }

    /// Returns a text as an operand of a guard. Encloses it in quotation marks unless it is a word.
    private func guardOperand(_ text: ByteString) -> String {
        let marksInWords = [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")]
        let isWord =
            !text.utf8.isEmpty
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || marksInWords.contains($0) }
        return isWord ? text.text : quoted(text.text)
    }

    /// Returns a text in single quotation marks, or in double ones if it contains a single one. Guards have no escapes.
    private func quoted(_ text: String) -> String {
        let mark = text.utf8.contains(UInt8(ascii: "'")) ? "\"" : "'"
        return mark + text + mark
    }
}
