/// Decides whether all data of a situation lie in one of some sets.
struct Cover {
    private let facts: Facts
    private var rest = 0
    private var used: Set<Int> = []
    /// Whether the last question was given up.
    var isExhausted: Bool { rest < 0 }

    /// The most cases that are told apart for one question.
    private static let (most, deepest) = (1 << 14, 256)

    init(_ facts: Facts) { self.facts = facts }

    /// The cubes that cover a situation at a state together; nothing if some of it is not covered.
    mutating func covers(_ situation: Situation, at state: Int, _ cubes: [Claims.Cube], _ candidates: [Int]) -> Set<
        Int
    >? {
        let fitting = candidates.filter { number in
            let cube = cubes[number]
            return cube.passed.isSubset(of: situation.passed)
                && (cube.last == Situation.unknown || cube.last == situation.last)
                && cube.counts.indices.allSatisfy {
                    cube.counts[$0].lowerBound <= situation.counts[$0].lowerBound
                        && situation.counts[$0].upperBound <= cube.counts[$0].upperBound
                }
        }
        (rest, used) = (Self.most, [])
        return decide(situation, fitting.map { ($0, cubes[$0].literals) }) ? used : nil
    }

    /// Whether in all data of a situation one of some lists of literals holds.
    mutating func covers(_ situation: Situation, anyOf literals: [[(fact: Int, holds: Bool)]]) -> Bool {
        (rest, used) = (Self.most, [])
        // Tests of counters stand behind the facts; each is decided by itself.
        return decide(situation, literals.enumerated().map { ($0.offset, $0.element) })
    }

    private typealias Case = (number: Int, literals: [(fact: Int, holds: Bool)])

    private mutating func decide(_ situation: Situation, _ cases: [Case], depth: Int = 0) -> Bool {
        var possible: [Case] = []
        for (number, literals) in cases {
            var open: [(fact: Int, holds: Bool)] = []
            var isPossible = true
            for (fact, holds) in literals {
                // A session that was used up is no worse than one that may have been.
                if !holds, fact < facts.atoms.count {
                    switch facts.atoms[fact] {
                    case .fresh, .apart: continue
                    default: break
                    }
                }
                let value = fact < facts.atoms.count ? situation.value(fact) : 2
                if value > 1 { open.append((fact, holds)) } else if (value == 1) != holds { isPossible = false }
            }
            guard isPossible else { continue }
            if open.isEmpty {
                used.insert(number)
                return true
            }
            possible.append((number, open))
        }
        guard let next = possible.min(by: { $0.literals.count < $1.literals.count })?.literals.first else {
            return false
        }
        rest = depth > Self.deepest ? -1 : rest - 1
        if rest < 0 { return false }
        for holds in [true, false] {
            var situation = situation
            var cases = possible
            if next.fact < facts.atoms.count {
                guard situation.decide(situation.value(next.fact), holds, facts) else { continue }
            } else {
                cases = possible.compactMap { number, literals in
                    if literals.contains(where: { $0.fact == next.fact && $0.holds != holds }) { return nil }
                    return (number, literals.filter { $0.fact != next.fact })
                }
            }
            if !decide(situation, cases, depth: depth + 1) { return false }
        }
        return true
    }
}
