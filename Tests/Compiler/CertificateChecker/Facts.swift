/// The facts that a proof is about, and what follows from their meaning.
struct Facts {
    let table: Table
    private(set) var atoms: [Atom] = []
    private(set) var number: [Atom: Int] = [:]
    private(set) var ofSlot: [[Int]]
    /// By slot of a text: the facts that its value decides, and all combinations in which they can be; nothing where that is not known.
    private var rows: [(facts: [Int], rows: [UInt64])?]
    /// Inputs that every start gives and nothing takes away.
    let always: Set<Int>
    /// By slot: a number that slots share whose values can be copies of each other.
    private let kin: [Int]

    init(_ table: Table, _ listed: [Atom]) {
        self.table = table
        let origins = Origins(table)
        (always, kin) = (origins.always, origins.kin)
        ofSlot = Array(repeating: [], count: table.types.count)
        rows = Array(repeating: nil, count: table.types.count)
        listed.forEach { add($0) }
        for case .test(.atom(let atom), _, _) in table.blocks.joined() { add(atom) }
        for case .require(let slots) in table.blocks.joined() { slots.forEach { add(.present($0)) } }
        for ask in table.asks.values.joined() { if let offered = ask.offered { add(.present(offered)) } }
        for slot in always { add(.present(slot)) }
        for case .hasAll(_, let wanted) in atoms { add(.present(wanted)) }
        for slot in ofSlot.indices where !table.isCollection(slot) {
            rows[slot] = rows(
                of: slot, origins.open.contains(slot) ? [Form()] : Array(origins.forms[slot]), [], canBeAbsent: true)
        }
    }

    private mutating func add(_ atom: Atom) {
        guard number[atom] == nil else { return }
        number[atom] = atoms.count
        for slot in Set(atom.slots) { ofSlot[slot].append(atoms.count) }
        atoms.append(atom)
    }

    /// Whether two slots can hold the same session.
    func areKin(_ one: Int, _ other: Int) -> Bool { kin[one] == kin[other] }

    // MARK: Values

    /// Whether a test holds for a literal of the slot's type.
    func holds(_ atom: Atom, for text: [UInt8], in slot: Int) -> Bool? {
        let words = text.split(separator: 0x20).map(Array.init)
        let isList = table.types[slot] == Table.list
        switch atom {
        case .present: return !isList || !words.isEmpty
        case .equals(_, let other): return text == other
        case .folded(_, let other): return text.map(\.lowered) == other
        case .contains(_, let part): return isList ? words.contains(part) : Machine.part(part).accepts(text, table)
        case .matches(_, let pattern): return Machine.pattern(pattern).accepts(text, table)
        case .hasAll, .fresh, .apart: return nil
        }
    }

    /// The facts about a text, and how they can be together where it has one of some forms, is a literal, or is absent.
    private func rows(
        of slot: Int, _ forms: [Form], _ literals: [[UInt8]], canBeAbsent: Bool
    ) -> (facts: [Int], rows: [UInt64])? {
        let facts = ofSlot[slot].filter { atoms[$0].slots.count == 1 && atoms[$0] != .fresh(slot) }
        guard facts.count <= 64 else { return nil }
        var machines: [Machine] = []
        let demands = forms.map { form in
            form.parts.map { part in
                machines += part
                return machines.count - part.count..<machines.count
            }
        }
        let first = machines.count
        machines += facts.map { Machine(atoms[$0]) }
        guard let ends = Machine.ends(of: machines, table) else { return nil }
        var rows: Set<UInt64> = canBeAbsent ? [0] : []
        for end in ends where demands.contains(where: { $0.allSatisfy { $0.contains { end[$0] } } }) {
            rows.insert(Self.mask(Array(end[first...])))
        }
        for literal in literals {
            rows.insert(Self.mask(facts.map { holds(atoms[$0], for: literal, in: slot) == true }))
        }
        return (facts, rows.sorted())
    }

    private static func mask(_ bits: [Bool]) -> UInt64 {
        bits.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt64($1.offset) : $0 }
    }

    /// What is known of a slot once an ask was answered; nothing if it has no answer.
    func known(_ ask: Table.Ask, _ slot: Int, isGiven: Bool) -> [(fact: Int, holds: Bool)]? {
        if table.isCollection(slot) {
            let isThere = table.types[slot] == Table.list ? ask.isNonEmpty && ask.fallback == nil : isGiven
            return isThere ? number[.present(slot)].map { [($0, true)] } ?? [] : []
        }
        let form = slot == ask.slot ? Form(ask, table) : Form(meantBy: ask, table)
        let literals = slot == ask.slot ? ask.fallback.map { [$0] } ?? [] : []
        guard let (facts, rows) = rows(of: slot, [form], literals, canBeAbsent: !isGiven) else {
            return isGiven ? number[.present(slot)].map { [($0, true)] } ?? [] : []
        }
        if rows.isEmpty { return nil }
        let any = rows.reduce(0) { $0 | $1 }
        let all = rows.reduce(UInt64.max) { $0 & $1 }
        return facts.enumerated().compactMap { bit, fact in
            all >> UInt64(bit) & 1 == 1 ? (fact, true) : any >> UInt64(bit) & 1 == 0 ? (fact, false) : nil
        }
    }

    // MARK: Consequences

    /// What must be of the open facts about a slot; nothing if what is known of them cannot be. Values are 0, 1 or a variable.
    func forced(_ slot: Int, _ values: [Int], _ base: Int) -> [(variable: Int, holds: Bool)]? {
        var result: [(variable: Int, holds: Bool)] = []
        var isPossible = true
        func must(_ atom: Atom, _ holds: Bool) {
            guard let value = number[atom].map({ values[base + $0] }) else { return }
            if value > 1 { result.append((value, holds)) } else if (value == 1) != holds { isPossible = false }
        }
        func known(_ atom: Atom) -> Int? { number[atom].map { values[base + $0] } }
        if let (facts, rows) = rows[slot] {
            var (open, held): (UInt64, UInt64) = (0, 0)
            for (bit, fact) in facts.enumerated() {
                if values[base + fact] > 1 { open |= 1 << UInt64(bit) }
                if values[base + fact] == 1 { held |= 1 << UInt64(bit) }
            }
            let fitting = rows.filter {
                ($0 ^ held) & ~open & (facts.count < 64 ? 1 << UInt64(facts.count) - 1 : .max) == 0
            }
            if fitting.isEmpty { return nil }
            if open == 0 { return result }
            let (all, any) = fitting.reduce((UInt64.max, 0)) { ($0.0 & $1, $0.1 | $1) }
            for (bit, fact) in facts.enumerated()
            where open >> UInt64(bit) & 1 == 1 && (all ^ any) >> UInt64(bit) & 1 == 0 {
                result.append((values[base + fact], all >> UInt64(bit) & 1 == 1))
            }
        }
        for fact in ofSlot[slot] {
            let (atom, value) = (atoms[fact], values[base + fact])
            switch atom {
            case .hasAll(let holder, let wanted):
                if known(.present(wanted)) == 0 { must(atom, true) }
                if value == 0 { must(.present(wanted), true) }
                if value == 1, known(.present(wanted)) == 1 { must(.present(holder), true) }
                for case .contains(_, let item) in ofSlot[wanted].map({ atoms[$0] })
                where known(.contains(wanted, item)) == 1 {
                    if value == 1 { must(.contains(holder, item), true) }
                    if known(.contains(holder, item)) == 0 { must(atom, false) }
                }
            case .present, .fresh, .apart: continue
            default:
                if value == 1 { must(.present(slot), true) }
                if known(.present(slot)) == 0 { must(atom, false) }
            }
        }
        return isPossible ? result : nil
    }
}
