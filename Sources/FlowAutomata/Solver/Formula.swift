import FlowModel

/// Conditions that are to hold together, and others that are not, as one flat formula over numbered atoms.
struct Formula: Sendable {
    /// A part; its parts come before it.
    private enum Part: Sendable {
        case constant(Bool)
        case atom(Int)
        case not(Int)
        case and(Int, Int)
        case or(Int, Int)
    }

    /// The atoms in the order in which they are met.
    private(set) var atoms: [Atom] = []
    private var numbers: [Atom: Int] = [:]
    private var parts: [Part] = []
    private var values: [UInt8] = []

    /// The number of parts.
    var size: Int { parts.count }

    /// The formula that says that `all` hold and none of `none` does.
    init(all: [Condition], none: [Condition], types: [ValueType]) {
        var roots: [Int] = []
        for condition in all { roots.append(append(condition, types)) }
        for condition in none { roots.append(append(.not(append(condition, types)))) }
        var last = append(Part.constant(true))
        for root in roots.reversed() { last = append(.and(root, last)) }
        values = Array(repeating: Self.open, count: parts.count)
    }

    private mutating func append(_ part: Part) -> Int {
        parts.append(part)
        return parts.count - 1
    }

    private mutating func append(_ condition: Condition, _ types: [ValueType]) -> Int {
        condition.fold { layer in
            switch layer {
            case .constant(let value): append(Part.constant(value))
            case .leaf(let test): append(leaf: AtomicTest(test, types: types))
            case .not(let inner): append(.not(inner))
            case .and(let left, let right): append(.and(left, right))
            case .or(let left, let right): append(.or(left, right))
            }
        }
    }

    private mutating func append(leaf test: AtomicTest) -> Int {
        switch test {
        case .known(let value): return append(Part.constant(value))
        case .atom(let atom):
            let number = numbers[atom] ?? atoms.count
            if numbers[atom] == nil {
                numbers[atom] = number
                atoms.append(atom)
            }
            return append(.atom(number))
        }
    }

    /// The value of the formula where some atoms have one: nothing if it depends on the others. Three values as numbers:
    /// `and` is the least, `or` the greatest.
    mutating func evaluate(_ assignment: [Bool?]) -> Bool? {
        for index in parts.indices {
            switch parts[index] {
            case .constant(let value): values[index] = Self.number(value)
            case .atom(let number): values[index] = Self.number(assignment[number])
            case .not(let inner): values[index] = 2 - values[inner]
            case .and(let left, let right): values[index] = min(values[left], values[right])
            case .or(let left, let right): values[index] = max(values[left], values[right])
            }
        }
        let value = values.last ?? 2
        return value == Self.open ? nil : value == 2
    }

    /// The number of an open value; false is 0, true is 2.
    private static let open: UInt8 = 1

    private static func number(_ value: Bool?) -> UInt8 {
        value.map { $0 ? 2 : 0 } ?? open
    }

    /// After an evaluation without result: an atom on which the value depends, and what it should be to make the formula hold.
    func nextDecision() -> (atom: Int, value: Bool)? {
        var index = parts.count - 1
        var wanted = true
        while index >= 0 {
            switch parts[index] {
            case .constant: return nil
            case .atom(let number): return values[index] == Self.open ? (number, wanted) : nil
            case .not(let inner):
                index = inner
                wanted.toggle()
            case .and(let left, let right), .or(let left, let right):
                index = values[left] == Self.open ? left : right
            }
        }
        return nil
    }
}
