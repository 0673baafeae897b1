import FlowTable

/// The possible truth values of the atoms of one question.
struct SolverDomain: Sendable {
    /// A table for each text and counter.
    private(set) var tables: [OptionTable] = []
    /// By atom: the index of its table, or nil if it tests a list or map.
    private(set) var tableOfAtom: [Int?]
    /// The rules for lists and maps.
    private(set) var collections: CollectionRules

    /// Creates the domain of some atoms, or returns nil if a table is too large.
    init?(_ atoms: [Atom], _ solver: ConditionSolver) {
        tableOfAtom = Array(repeating: nil, count: atoms.count)
        collections = CollectionRules(types: solver.slots.mapValues(\.type), required: solver.required)
        var texts: [SlotID: [(number: Int, atom: Atom)]] = [:]
        var counters: [CounterID: [(number: Int, bound: Int)]] = [:]
        for (number, atom) in atoms.enumerated() {
            if case .below(let counter, let bound) = atom {
                counters[counter, default: []].append((number, bound))
            } else if let slot = atom.slot, atom.isUnary, !solver.slots[slot].type.isCollection {
                texts[slot, default: []].append((number, atom))
            } else {
                collections.add(atom, number: number)
            }
        }
        for (slot, atoms) in texts.sorted(by: { $0.key < $1.key }) {
            guard let table = Self.makeTable(of: atoms, testing: slot, solver) else { return nil }
            add(table)
        }
        for (_, atoms) in counters.sorted(by: { $0.key < $1.key }) { add(Self.makeTable(of: atoms)) }
    }

    /// Adds a table, and records it for each of its atoms.
    private mutating func add(_ table: OptionTable) {
        for atom in table.atoms { tableOfAtom[atom] = tables.count }
        tables.append(table)
    }

    /// Creates the table of a text, or returns nil if it is too large.
    private static func makeTable(
        of atoms: [(number: Int, atom: Atom)], testing slot: SlotID, _ solver: ConditionSolver
    ) -> OptionTable? {
        let options = TextOptions(
            atoms: atoms, words: solver.words[slot], isRequired: solver.required.contains(slot),
            patterns: solver.patterns)
        return solver.cache.table(for: options)
    }

    /// Creates the table of a counter, with a row for 0 and one for each bound that an atom tests.
    private static func makeTable(of atoms: [(number: Int, bound: Int)]) -> OptionTable {
        var table = OptionTable(atoms: atoms.map(\.number))
        for value in [0] + atoms.map(\.bound).sorted() {
            table.add(.number(value), atoms.map { value < $0.bound })
        }
        return table
    }
}
