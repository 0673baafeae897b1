import FlowDiagnostics
import FlowIR
import TestSupport

/// All data that matter for small conditions over a few slots, tried one by one: text 0, choice 1 of two words, lists 2 and 3,
/// map 4, counter 0.
struct BruteForceModel {
    private let patterns: Table<Pattern, Pattern>
    /// All texts of a few letters up to length 4.
    private static let texts: [String] = (0..<4).reduce(into: [""]) { texts, _ in
        texts = Array(Set(texts + texts.flatMap { text in ["a", "A", "b", "B", "x"].map { text + $0 } }))
    }
    /// All atoms about the text that conditions are made of.
    private static let textAtoms: [Condition] =
        ["a", "A", "ab", "bb"].flatMap { [.equals(0, $0, ignoringCase: true), .equals(0, $0, ignoringCase: false)] }
        + [.present(0), .contains(0, "a"), .contains(0, "bb"), .matches(0, 0), .matches(0, 1)]
    /// What these atoms are for all texts and for none.
    private let textTruths: Set<[Bool]>
    /// All atoms about lists that conditions are made of.
    private static let listAtoms: [Condition] =
        ([2, 3, 4] as [SlotID]).flatMap { slot in
            [.present(slot), .contains(slot, "x"), .contains(slot, "y"), .hasAll(slot, 2), .hasAll(slot, 3)]
        }
    /// What these atoms are for all lists of two items that conditions name and two that they do not.
    private let listTruths: Set<[Bool]>

    init(patterns: Table<Pattern, Pattern>) {
        self.patterns = patterns
        let lists: [Int?] = [nil] + (0..<16).map { $0 }
        var truths: Set<[Bool]> = []
        for first in lists {
            for second in lists {
                for third in lists {
                    truths.insert(Self.listAtoms.map { Self.holds($0, [first, second, third]) })
                }
            }
        }
        listTruths = truths
        textTruths = Set(
            (Self.texts + [nil]).map { text in Self.textAtoms.map { Self.holds($0, text, patterns) } })
    }

    static func condition(_ depth: Int, _ random: inout Seeded) -> Condition {
        switch depth > 0 ? random.below(4) : 9 {
        case 0, 1: .and(condition(depth - 1, &random), condition(depth - 1, &random))
        case 2: .or(condition(depth - 1, &random), condition(depth - 1, &random))
        case 3: .not(condition(depth - 1, &random))
        default: random.below(2) == 0 ? atom(&random) : .not(atom(&random))
        }
    }

    private static func atom(_ random: inout Seeded) -> Condition {
        let group = random.below(3)
        if group == 0 {
            switch random.below(5) {
            case 0: return .present(0)
            case 1: return .equals(0, ["a", "A", "ab", "bb"][random.below(4)], ignoringCase: random.below(2) == 0)
            case 2: return .contains(0, ["a", "bb"][random.below(2)])
            case 3: return .matches(0, PatternID(random.below(2)))
            default: return .below(0, random.below(4))
            }
        }
        if group == 1 {
            return random.below(3) == 0
                ? .present(1) : .equals(1, ["one", "two", "TWO"][random.below(3)], ignoringCase: random.below(2) == 0)
        }
        switch random.below(4) {
        case 0: return .present(listSlot(3, &random))
        case 1: return .contains(listSlot(3, &random), ["x", "y"][random.below(2)])
        default: return .hasAll(listSlot(3, &random), listSlot(2, &random))
        }
    }

    /// Whether the condition holds for some data: group by group, since no atom joins texts, lists and counters.
    private static func listSlot(_ count: Int, _ random: inout Seeded) -> SlotID { SlotID(2 + random.below(count)) }

    func isSatisfiable(_ condition: Condition) -> Bool {
        let groups = [textRows(condition), choiceRows(condition), listRows(condition), counterRows(condition)]
        return holds(condition, groups, [:])
    }

    private func holds(_ condition: Condition, _ groups: [Set<[Condition: Bool]>], _ known: [Condition: Bool]) -> Bool {
        guard let first = groups.first else { return evaluate(condition, known) }
        let rest = Array(groups.dropFirst())
        return first.contains { holds(condition, rest, known.merging($0) { left, _ in left }) }
    }

    private func evaluate(_ condition: Condition, _ known: [Condition: Bool]) -> Bool {
        condition.fold { layer in
            switch layer {
            case .constant(let value): value
            case .leaf(let test): known[.leaf(test)] ?? false
            case .not(let inner): !inner
            case .and(let left, let right): left && right
            case .or(let left, let right): left || right
            }
        }
    }

    private func atoms(_ condition: Condition) -> Set<Condition> {
        var atoms: Set<Condition> = []
        condition.forEachLeaf { atoms.insert(.leaf($0)) }
        return atoms
    }

    private func textRows(_ condition: Condition) -> Set<[Condition: Bool]> {
        Self.rows(atoms(condition), Self.textAtoms, textTruths)
    }

    private func listRows(_ condition: Condition) -> Set<[Condition: Bool]> {
        Self.rows(atoms(condition), Self.listAtoms, listTruths)
    }

    private static func rows(
        _ mine: Set<Condition>, _ all: [Condition], _ truths: Set<[Bool]>
    ) -> Set<[Condition: Bool]> {
        let columns = all.indices.filter { mine.contains(all[$0]) }
        let distinct = Set(truths.map { row in columns.map { row[$0] } })
        return Set(distinct.map { Dictionary(uniqueKeysWithValues: zip(columns.map { all[$0] }, $0)) })
    }

    private static func holds(_ atom: Condition, _ text: String?, _ patterns: Table<Pattern, Pattern>) -> Bool {
        guard let text else { return false }
        switch atom {
        case .leaf(.present): return true
        case .leaf(.equals(_, let word, let folds)):
            return folds ? text.lowercased() == word.text.lowercased() : text == word.text
        case .leaf(.contains(_, let part)): return text.contains(part.text)
        case .leaf(.matches(_, let pattern)): return patterns[pattern].matches(text.utf8)
        default: return false
        }
    }

    private func choiceRows(_ condition: Condition) -> Set<[Condition: Bool]> {
        let mine = atoms(condition).filter { atom in
            switch atom {
            case .leaf(.present(1)), .leaf(.equals(1, _, _)): true
            default: false
            }
        }
        let words: [String?] = ["one", "two", nil]
        return Set(
            words.map { word in
                Dictionary(uniqueKeysWithValues: mine.map { ($0, Self.holds($0, word, patterns)) })
            })
    }

    private func counterRows(_ condition: Condition) -> Set<[Condition: Bool]> {
        let mine = atoms(condition).filter { if case .leaf(.below) = $0 { true } else { false } }
        return Set(
            (0...5).map { value in
                Dictionary(
                    uniqueKeysWithValues: mine.map { atom in
                        if case .leaf(.below(_, let bound)) = atom { (atom, value < bound) } else { (atom, false) }
                    })
            })
    }

    private static func holds(_ atom: Condition, _ lists: [Int?]) -> Bool {
        switch atom {
        case .leaf(.present(let slot)): return lists[slot.rawValue - 2] != nil
        case .leaf(.contains(let slot, let item)):
            return (lists[slot.rawValue - 2] ?? 0) >> (item == "x" ? 0 : 1) & 1 == 1
        case .leaf(.hasAll(let holder, let wanted)):
            let (held, needed) = (lists[holder.rawValue - 2] ?? 0, lists[wanted.rawValue - 2] ?? 0)
            return held & needed == needed
        default: return false
        }
    }
}
