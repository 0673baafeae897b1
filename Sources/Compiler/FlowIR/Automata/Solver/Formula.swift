import FlowTable

/// A formula over numbered atoms, as a list of subformulas.
struct Formula: Sendable {
    /// A subformula. It refers to its operands by their indices, which are smaller than its own.
    private enum Part: Sendable {
        case constant(Bool)
        case atom(Int)
        case not(Int)
        case and(Int, Int)
        case or(Int, Int)
    }

    /// The atoms in the order of their first occurrence.
    private(set) var atoms: [Atom] = []
    private var numbers: [Atom: Int] = [:]
    private var parts: [Part] = []
    /// By part: its truth value in the last evaluation.
    private var values: [UInt8] = []

    var size: Int { parts.count }

    /// Creates the formula that all conditions in `all` are true, and all conditions in `none` are false.
    init(all: [Condition], none: [Condition], types: Table<Slot, SlotType>) {
        var roots: [Int] = []
        for condition in all { roots.append(append(condition, types)) }
        for condition in none { roots.append(append(.not(append(condition, types)))) }
        // The last part is the whole formula.
        var conjunction = append(Part.constant(true))
        for root in roots.reversed() { conjunction = append(.and(root, conjunction)) }
        values = Array(repeating: Self.unknown, count: parts.count)
    }

    /// Adds a subformula, and returns its index.
    private mutating func append(_ part: Part) -> Int {
        parts.append(part)
        return parts.count - 1
    }

    /// Adds a condition with its subformulas, and returns the index of the condition.
    private mutating func append(_ condition: Condition, _ types: Table<Slot, SlotType>) -> Int {
        condition.fold { layer in
            switch layer {
            case .constant(let value): append(Part.constant(value))
            case .leaf(let test): append(AtomicTest(test, types: types))
            case .not(let inner): append(.not(inner))
            case .and(let left, let right): append(.and(left, right))
            case .or(let left, let right): append(.or(left, right))
            }
        }
    }

    /// Adds a simplified test as an atom or a constant, and returns its index.
    private mutating func append(_ test: AtomicTest) -> Int {
        switch test {
        case .known(let value): append(Part.constant(value))
        case .atom(let atom): append(Part.atom(intern(atom)))
        }
    }

    /// Returns the number of an atom, adding the atom if it is new.
    private mutating func intern(_ atom: Atom) -> Int {
        if let number = numbers[atom] { return number }
        let number = atoms.count
        numbers[atom] = number
        atoms.append(atom)
        return number
    }

    /// Returns the value of the formula in three-valued logic, or nil if it depends on unassigned atoms.
    ///
    /// Keeps the values of all subformulas for ``nextDecision()``.
    mutating func evaluate(_ assignment: [Bool?]) -> Bool? {
        for index in parts.indices {
            switch parts[index] {
            case .constant(let value): values[index] = Self.truthValue(value)
            case .atom(let number): values[index] = Self.truthValue(assignment[number])
            case .not(let inner): values[index] = Self.yes - values[inner]
            case .and(let left, let right): values[index] = min(values[left], values[right])
            case .or(let left, let right): values[index] = max(values[left], values[right])
            }
        }
        let result = values.last ?? Self.yes
        return result == Self.unknown ? nil : result == Self.yes
    }

    // The truth values, in an order in which a conjunction is the minimum, and a disjunction the maximum.
    private static let no: UInt8 = 0
    private static let unknown: UInt8 = 1
    private static let yes: UInt8 = 2

    /// Returns the three-valued form of an atom's value, which is nil if the atom is unassigned.
    private static func truthValue(_ value: Bool?) -> UInt8 {
        value.map { $0 ? yes : no } ?? unknown
    }

    /// Returns an unassigned atom on which the last evaluation depended, with the value that favors the formula.
    ///
    /// Call it only if the last evaluation returned nil. The result is then not nil.
    func nextDecision() -> (atom: Int, value: Bool)? {
        var index = parts.count - 1
        var wanted = true
        while index >= 0 {
            switch parts[index] {
            case .constant: return nil
            case .atom(let number): return values[index] == Self.unknown ? (number, wanted) : nil
            case .not(let inner):
                index = inner
                wanted.toggle()
            case .and(let left, let right), .or(let left, let right):
                index = values[left] == Self.unknown ? left : right
            }
        }
        return nil
    }
}
