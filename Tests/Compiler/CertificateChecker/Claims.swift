/// A certificate as it is written: what it takes for granted, what it is to show, and invariants.
struct Claims {
    struct Service {
        var canSucceed: Bool
        var events: Set<Int>
    }

    struct Session {
        var slot: Int
        var unless: Int?
    }

    struct Exit {
        var event: Int?
        var bit: Int
        var unless: Set<Int>
    }

    /// A set of runs at a state: all of which some things are known.
    struct Cube {
        var line: Int
        var state: Int
        var last: Int
        var passed: Set<Int>
        var literals: [(fact: Int, holds: Bool)]
        var counts: [ClosedRange<Int>]
    }

    private(set) var services: [Int: Service] = [:]
    private(set) var sessions: [Int: [Session]] = [:]
    private(set) var exits: [Int: [Exit]] = [:]
    private(set) var needs: [(state: Int, slots: [Int])] = []
    private(set) var never: [(state: Int, bit: Int)] = []
    private(set) var grants: [(state: Int, event: Int?, bit: Int)] = []
    /// Events, and the steps at which they must be taken; all where none are named.
    private(set) var always: [(event: Int, steps: Set<Int>)] = []
    /// By state in which a sub-flow begins: what is to be passed anew from there on.
    private(set) var begun: [Int: Set<Int>] = [:]
    private(set) var atoms: [Atom] = []
    private(set) var invariants: [[Cube]] = []

    /// The events that must be taken at a step.
    func always(at step: Int) -> [Int] {
        always.filter { $0.steps.isEmpty || $0.steps.contains(step) }.map(\.event)
    }

    /// FNV-1a, 64 bits.
    static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(sum, radix: 16)
    }

    init(_ bytes: [UInt8], _ table: Table) throws(Refusal) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.popLast()?.isEmpty == true, let last = lines.popLast(),
            Array(last) == Array("sum \(Self.checksum(bytes[..<last.startIndex]))".utf8)
        else { throw Refusal(.badCertificate, "the end", "the certificate is damaged or cut off") }
        for (index, line) in lines.enumerated() {
            var words = Words(line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }, index + 1)
            if index == 0 {
                guard try words.next() == "flow-certificate", try words.number(1...1) == 1 else { throw words.fault }
            } else if index == 1 {
                guard try words.next() == "table" else { throw words.fault }
                let (size, sum) = (try words.next(), try words.next())
                guard size == "\(table.bytes.count)", sum == Self.checksum(table.bytes) else {
                    throw Refusal(.otherTable, "line 2", "the certificate is about another table")
                }
            } else {
                try read(&words, table)
            }
            guard words.isAtEnd else { throw words.fault }
        }
    }

    private mutating func read(_ words: inout Words, _ table: Table) throws(Refusal) {
        let (states, slots, events) = (0...table.kinds.count - 1, 0...table.types.count - 1, 0...table.events - 1)
        switch try words.next() {
        case "service":
            let state = try words.number(states)
            services[state] = Service(canSucceed: try words.number(0...1) == 1, events: Set(try words.numbers(events)))
        case "session":
            let state = try words.number(states)
            let session = Session(slot: try words.number(slots), unless: try words.optional(slots))
            sessions[state, default: []].append(session)
        case "exit":
            let (state, event, bit) = (
                try words.number(states), try words.optional(events), try words.number(0...65535)
            )
            exits[state, default: []].append(Exit(event: event, bit: bit, unless: Set(try words.numbers(states))))
        case "need": needs.append((try words.number(states), try words.numbers(slots)))
        case "never": never.append((try words.number(states), try words.number(0...65535)))
        case "grant":
            grants.append((try words.number(states), try words.optional(events), try words.number(0...65535)))
        case "begin":
            let (state, bit) = (try words.number(states), try words.number(0...65535))
            begun[state, default: []].insert(bit)
        case "always":
            let event = try words.number(events)
            always.append((event, Set(try words.numbers(states))))
        case "fact":
            let atom = try atom(&words, table)
            guard !atoms.contains(atom) else { throw words.fault }
            atoms.append(atom)
        case "invariant": invariants.append([])
        case "cube":
            let cube = try cube(&words, table)
            guard !invariants.isEmpty else { throw words.fault }
            invariants[invariants.count - 1].append(cube)
        default: throw words.fault
        }
    }

    /// A fact about values of the right types: another one would mean nothing.
    private func atom(_ words: inout Words, _ table: Table) throws(Refusal) -> Atom {
        let (slots, kind) = (0...table.types.count - 1, try words.next())
        let slot = try words.number(slots)
        let isText = !table.isCollection(slot)
        switch kind {
        case "present": return .present(slot)
        case "equals" where isText: return .equals(slot, try words.text())
        case "folded" where isText: return .folded(slot, try words.text().map(\.lowered))
        case "contains": return .contains(slot, try words.text())
        case "matches" where isText && !table.patterns.isEmpty:
            return .matches(slot, try words.number(0...table.patterns.count - 1))
        case "fresh": return .fresh(slot)
        case "has-all", "apart":
            let other = try words.number(slots)
            guard other != slot, kind == "apart" || table.types[other] == Table.list else { throw words.fault }
            return kind == "apart" ? .apart(pair: slot, other) : .hasAll(slot, other)
        default: throw words.fault
        }
    }

    private func cube(_ words: inout Words, _ table: Table) throws(Refusal) -> Cube {
        let state = try words.number(0...table.kinds.count - 1)
        let last: Int
        switch words.peek {
        case "*": last = Situation.unknown
        case "-": last = Situation.never
        default: last = -3
        }
        var cube = Cube(
            line: words.line, state: state, last: last, passed: [], literals: [],
            counts: Array(repeating: 0...255, count: table.counters))
        if last == -3 { cube.last = try words.number(0...table.kinds.count - 1) } else { _ = try words.next() }
        while !words.isAtEnd {
            let word = try words.next()
            let rest = String(word.dropFirst())
            switch word.first {
            case "+", "-":
                guard let fact = Int(rest), atoms.indices.contains(fact) else { throw words.fault }
                cube.literals.append((fact, word.first == "+"))
            case "p": cube.passed.insert(try words.number(rest, 0...65535))
            case "c":
                let parts = rest.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 3, table.counters > 0 else { throw words.fault }
                let (low, high) = (try words.number(parts[1], 0...255), try words.number(parts[2], 0...255))
                guard low <= high else { throw words.fault }
                cube.counts[try words.number(parts[0], 0...table.counters - 1)] = low...high
            default: throw words.fault
            }
        }
        return cube
    }
}

/// The words of a line.
struct Words {
    private var words: ArraySlice<String>
    let line: Int

    init(_ words: [String], _ line: Int) { (self.words, self.line) = (words[...], line) }

    var isAtEnd: Bool { words.isEmpty }
    var peek: String? { words.first }
    var fault: Refusal { Refusal(.badCertificate, "line \(line)", "the line cannot be read") }

    mutating func next() throws(Refusal) -> String {
        guard let word = words.popFirst() else { throw fault }
        return word
    }

    mutating func number(_ range: ClosedRange<Int>) throws(Refusal) -> Int { try number(try next(), range) }

    func number(_ word: String, _ range: ClosedRange<Int>) throws(Refusal) -> Int {
        guard let number = Int(word), range.contains(number) else { throw fault }
        return number
    }

    /// A number, or nothing for `-`, and where the line ends.
    mutating func optional(_ range: ClosedRange<Int>) throws(Refusal) -> Int? {
        if isAtEnd { return nil }
        if peek == "-" {
            _ = try next()
            return nil
        }
        return try number(range)
    }

    mutating func numbers(_ range: ClosedRange<Int>) throws(Refusal) -> [Int] {
        var result: [Int] = []
        while !isAtEnd { result.append(try number(range)) }
        return result
    }

    /// Bytes as pairs of hexadecimal digits; nothing behind a point is an empty text.
    mutating func text() throws(Refusal) -> [UInt8] {
        let word = Array(try next().utf8)
        guard word.first == 0x2E, word.count % 2 == 1 else { throw fault }
        var result: [UInt8] = []
        for index in stride(from: 1, to: word.count, by: 2) {
            guard let byte = UInt8(String(decoding: word[index...index + 1], as: UTF8.self), radix: 16) else {
                throw fault
            }
            result.append(byte)
        }
        return result
    }
}
