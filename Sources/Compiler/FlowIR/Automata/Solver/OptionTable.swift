import FlowDiagnostics

/// The combinations of truth values that the atoms of one text or counter can have.
///
/// Each column is an atom, and each row a combination. Values that give the same combination share a row.
struct OptionTable: Sendable {
    /// A representative of the values in a row.
    enum Label: Hashable, Sendable {
        case absent
        /// A text, possibly in another case.
        case text(ByteString)
        /// A text that the table does not record.
        case other
        case number(Int)
    }

    /// By column: the number of the atom.
    private(set) var atoms: [Int]
    /// By row: a representative.
    private(set) var labels: [Label] = []
    /// By column: the rows in which the atom is true, as a bit set.
    private var masks: [[UInt64]]
    private var distinctRows: Set<[Bool]> = []

    /// The number of rows that a word of a bit set represents.
    private static let rowsPerWord = UInt64.bitWidth

    init(atoms: [Int]) {
        self.atoms = atoms
        masks = Array(repeating: [], count: atoms.count)
    }

    /// Adds a row with the truth value of each atom, unless the table already has an equal row.
    mutating func add(_ label: Label, _ row: [Bool]) {
        guard distinctRows.insert(row).inserted else { return }
        let (word, bit) = Self.position(ofRow: labels.count)
        labels.append(label)
        for column in masks.indices {
            if word == masks[column].count { masks[column].append(0) }
            if row[column] { masks[column][word] |= bit }
        }
    }

    /// Returns the position of a row in a bit set: the index of its word, and its bit in this word.
    private static func position(ofRow row: Int) -> (word: Int, bit: UInt64) {
        (row / rowsPerWord, 1 << UInt64(row % rowsPerWord))
    }

    /// The rows, in no particular order.
    var rows: [[Bool]] { Array(distinctRows) }

    /// Returns the same table for other atoms, given by number in the order of the columns.
    func renumbered(_ atoms: [Int]) -> OptionTable {
        var result = self
        result.atoms = atoms
        return result
    }

    /// Returns the rows that match a partial assignment, as a bit set. Atoms after its end are unassigned.
    func rows(matching assignment: [Bool?]) -> [UInt64] {
        var result = [UInt64](repeating: .max, count: (labels.count + Self.rowsPerWord - 1) / Self.rowsPerWord)
        // Clear the bits after the last row.
        let rowsInLastWord = labels.count % Self.rowsPerWord
        if rowsInLastWord != 0 { result[result.count - 1] = (1 << UInt64(rowsInLastWord)) - 1 }
        for (column, atom) in atoms.enumerated() {
            guard atom < assignment.count, let value = assignment[atom] else { continue }
            let mask = value ? masks[column] : masks[column].map(~)
            for word in result.indices { result[word] &= mask[word] }
        }
        return result
    }

    /// Returns the subset of `rows`, a bit set, in which the truth value of an atom is `value`.
    ///
    /// Returns all of `rows` if the atom is not in the table.
    func subset(of rows: [UInt64], where atom: Int, is value: Bool) -> [UInt64] {
        guard let column = atoms.firstIndex(of: atom) else { return rows }
        let mask = value ? masks[column] : masks[column].map(~)
        return zip(rows, mask).map(&)
    }

    /// Returns the representatives of the rows that match a partial assignment.
    func labels(matching assignment: [Bool?]) -> [Label] {
        let matching = rows(matching: assignment)
        let matchingRows = labels.indices.filter { row in
            let (word, bit) = Self.position(ofRow: row)
            return matching[word] & bit != 0
        }
        return matchingRows.map { labels[$0] }
    }
}
