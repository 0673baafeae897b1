import FlowDiagnostics
import FlowIR
import FlowTable
import TestSupport
import Testing

/// The solver: what it says of atoms that know of each other, against trying all data, and within its bound.
struct ConditionSolverTests {
    private static let slots: Table<Slot, Slot> = [
        Slot(name: "name", type: .text), Slot(name: "kind", type: .choice), Slot(name: "offered", type: .list),
        Slot(name: "known", type: .list), Slot(name: "attributes", type: .map), Slot(name: "isReady", type: .flag),
        Slot(name: "answer", type: .choice),
    ]

    private static func solver(
        _ patterns: [String] = [], required: Set<SlotID> = [], words: [String] = ["one", "two", "three"]
    ) throws -> ConditionSolver {
        ConditionSolver(
            slots: slots, counters: ["tries", "sends"],
            patterns: Table(try patterns.map { try PatternCompiler.compile($0).get() }),
            words: [1: ClosedWords(words.map { ByteString($0) }), 6: ClosedWords(["Yes", "No"], ignoringCase: true)],
            required: required)
    }

    private static func equals(_ slot: SlotID, _ text: String, folded: Bool = false) -> Condition {
        .equals(slot, ByteString(text), ignoringCase: folded)
    }

    @Test("Contradictions between atoms of one value") func contradictions() throws {
        let solver = try Self.solver(["\\d+", "[a-z]+", "a.*"])
        let contradictions: [Condition] = [
            .and(Self.equals(0, "a"), Self.equals(0, "b")),
            .and(Self.equals(0, "A"), Self.equals(0, "b", folded: true)),
            .and(.not(.present(0)), Self.equals(0, "a")),
            .and(.not(.present(0)), .contains(0, "a")),
            .and(.not(.present(0)), .matches(0, 0)),
            .and(Self.equals(0, "a"), .matches(0, 0)),
            .and(.matches(0, 0), .matches(0, 1)),
            .and(.not(.matches(0, 2)), Self.equals(0, "abc")),
            .and(Self.equals(0, "abc"), .not(.contains(0, "bc"))),
            .and(.contains(0, "x"), .matches(0, 0)),
            .and(.not(.below(0, 3)), .below(0, 2)),
            .not(.below(0, 256)), .below(0, 0), Self.equals(2, "a"),
            .and(
                .present(1),
                .and(.not(Self.equals(1, "one")), .and(.not(Self.equals(1, "two")), .not(Self.equals(1, "three"))))),
            Self.equals(1, "four"), Self.equals(6, "perhaps", folded: true),
            .and(
                .present(6), .and(.not(Self.equals(6, "YES", folded: true)), .not(Self.equals(6, "no", folded: true)))),
            .and(
                Self.equals(0, "a", folded: true), .and(.not(Self.equals(0, "a")), .not(Self.equals(0, "A")))),
            .and(.hasAll(2, 3), .and(.contains(3, "a"), .not(.contains(2, "a")))),
            .and(.not(.present(3)), .not(.hasAll(2, 3))),
            .and(.hasAll(2, 3), .and(.hasAll(4, 2), .not(.hasAll(4, 3)))),
            .and(.hasAll(4, 3), .and(.not(.present(4)), .contains(3, "a"))),
        ]
        for condition in contradictions {
            #expect(solver.satisfiability(of: condition) == .unsatisfiable, "\(condition)")
        }
    }

    @Test("Possible conditions come with data in words") func words() throws {
        let solver = try Self.solver(["\\d+"])
        let expected: [(Condition, [String])] = [
            (Self.equals(1, "two"), ["kind is two"]),
            (.and(.not(.present(2)), .not(.contains(2, "a"))), ["offered is absent"]),
            (.and(.present(2), .contains(2, "a")), ["offered contains a"]),
            (.and(.not(Self.equals(1, "one")), .not(Self.equals(1, "two"))), ["kind is three"]),
            (.not(.present(0)), ["name is absent"]),
            (.and(.present(0), .not(Self.equals(0, "a b"))), ["name is present", "name is not 'a b'"]),
            (.and(Self.equals(0, "a b"), Self.equals(5, "true")), ["name is 'a b'", "isReady is true"]),
            (.not(Self.equals(5, "true")), ["isReady is false"]),
            (.and(.contains(2, "x"), .not(.contains(3, "y"))), ["offered contains x", "known lacks y"]),
            (.not(.hasAll(4, 3)), ["attributes lacks some of known"]),
            (.and(.not(.below(0, 3)), .below(1, 2)), ["tries is 3", "sends is 0"]),
            (.matches(0, 0), ["name matches '\\d+'"]),
            (.or(.constant(true), .present(0)), []),
            (Self.equals(6, "YES"), ["answer is YES"]),
        ]
        for (condition, words) in expected { #expect(solver.example(for: condition) == words, "\(condition)") }
        #expect(solver.example(for: .constant(false)) == nil)
    }

    @Test("Exactly one text is left by a pattern") func finiteLanguage() throws {
        let solver = try Self.solver(["a|b", "[ab]{1}"])
        let rest: Condition = .and(.matches(0, 0), .and(.not(Self.equals(0, "a")), .not(Self.equals(0, "b"))))
        #expect(solver.satisfiability(of: rest) == .unsatisfiable)
        #expect(solver.satisfiability(of: .and(.matches(0, 0), .not(.matches(0, 1)))) == .unsatisfiable)
        #expect(solver.satisfiability(of: .and(.matches(0, 0), .not(Self.equals(0, "a")))) == .satisfiable)
    }

    @Test("A value that is always there is never absent") func required() throws {
        let solver = try Self.solver(required: [1, 2])
        #expect(solver.satisfiability(of: .not(.present(1))) == .unsatisfiable)
        #expect(solver.satisfiability(of: .not(.present(2))) == .unsatisfiable)
        let none = ["one", "two", "three"].map { Self.equals(1, $0) }
        #expect(solver.solve(all: [], none: none) == .unsatisfiable)
    }

    @Test("Canonically equal texts are not the same bytes") func bytes() throws {
        let both: Condition = .and(Self.equals(0, "\u{E9}"), Self.equals(0, "e\u{301}"))
        #expect(try Self.solver().satisfiability(of: both) == .unsatisfiable)
    }

    @Test("Random conditions against all data") func random() throws {
        var random = Seeded(5)
        let sources = ["a+", ".b.*"]
        let solver = try Self.solver(sources, words: ["one", "two"])
        let model = BruteForceModel(
            patterns: Table(try sources.map { try PatternCompiler.compile($0).get() }))
        var counts: [Verdict: Int] = [:]
        for _ in 0..<1_000 {
            let condition = BruteForceModel.condition(3, &random)
            let expected: Verdict = model.isSatisfiable(condition) ? .satisfiable : .unsatisfiable
            #expect(solver.satisfiability(of: condition) == expected, "\(condition)")
            counts[expected, default: 0] += 1
        }
        #expect(counts[.satisfiable, default: 0] > 200 && counts[.unsatisfiable, default: 0] > 60, "\(counts)")
    }

    @Test("Long chains and hard questions end") func bounds() throws {
        let solver = try Self.solver()
        var chain = Condition.present(0)
        for index in 0..<600 { chain = .or(chain, Self.equals(0, "w\(index)")) }
        #expect(solver.satisfiability(of: .not(chain)) == .satisfiable)
        let large = ConditionSolver(
            slots: Table((0..<90).map { Slot(name: "f\($0)", type: .flag) }), counters: [], patterns: [])
        #expect(large.satisfiability(of: Self.pigeons(10)) == .tooComplex)
        #expect(large.satisfiability(of: Self.pigeons(3)) == .unsatisfiable)
    }

    /// That `count` pigeons sit in one hole less, each alone: a contradiction that is hard to see case by case.
    private static func pigeons(_ count: Int) -> Condition {
        let holes = count - 1
        var result = Condition.constant(true)
        for pigeon in 0..<count {
            let sits = (0..<holes).reduce(Condition.constant(false)) {
                .or($0, .present(SlotID(pigeon * holes + $1)))
            }
            result = .and(result, sits)
        }
        for hole in 0..<holes {
            for first in 0..<count {
                for second in 0..<first {
                    let both = Condition.and(
                        .present(SlotID(first * holes + hole)), .present(SlotID(second * holes + hole)))
                    result = .and(result, .not(both))
                }
            }
        }
        return result
    }
}
