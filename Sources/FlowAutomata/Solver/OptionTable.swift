/// The combinations that the atoms of one value can have: every value gives one row, rows that are alike count once.
struct OptionTable: Sendable {
    /// The value that a row stands for.
    enum Label: Hashable, Sendable {
        case absent
        /// A certain text; in other case, perhaps.
        case text(TextLiteral)
        /// Some text that no atom names.
        case other
        case number(Int)
    }

    /// The numbers of the atoms, by column.
    private(set) var atoms: [Int]
    /// The values that the rows stand for.
    private(set) var labels: [Label] = []
    /// By column: in which rows the atom holds, 64 rows a word.
    private var masks: [[UInt64]]
    private var seen: Set<[Bool]> = []

    /// A table without rows.
    init(atoms: [Int]) {
        self.atoms = atoms
        masks = Array(repeating: [], count: atoms.count)
    }

    /// Adds a row unless there is one like it.
    mutating func add(_ label: Label, _ row: [Bool]) {
        guard seen.insert(row).inserted else { return }
        let index = labels.count
        labels.append(label)
        for column in masks.indices {
            if index % 64 == 0 { masks[column].append(0) }
            if row[column] { masks[column][index / 64] |= 1 << UInt64(index % 64) }
        }
    }

    /// The rows themselves, in no order that matters.
    var rows: [[Bool]] { Array(seen) }

    /// The same table for atoms with other numbers.
    func renumbered(_ atoms: [Int]) -> OptionTable {
        var result = self
        result.atoms = atoms
        return result
    }

    /// The rows that agree with what is known of the atoms, 64 a word; all of them where nothing is known.
    func rows(_ assignment: [Bool?]) -> [UInt64] {
        var result = [UInt64](repeating: .max, count: (labels.count + 63) / 64)
        if labels.count % 64 != 0, !result.isEmpty { result[result.count - 1] = (1 << UInt64(labels.count % 64)) - 1 }
        for (column, atom) in atoms.enumerated() {
            guard atom < assignment.count, let value = assignment[atom] else { continue }
            for word in result.indices { result[word] &= value ? masks[column][word] : ~masks[column][word] }
        }
        return result
    }

    /// Those of some rows in which an atom has a value.
    func rows(_ rows: [UInt64], where atom: Int, is value: Bool) -> [UInt64] {
        guard let column = atoms.firstIndex(of: atom) else { return rows }
        return zip(rows, masks[column]).map { value ? $0 & $1 : $0 & ~$1 }
    }

    /// The values of the rows that agree with what is known of the atoms.
    func labels(_ assignment: [Bool?]) -> [Label] {
        let rows = rows(assignment)
        return labels.indices.filter { rows[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }.map { labels[$0] }
    }
}
