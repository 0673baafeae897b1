/// A small automaton over the bytes of a text; its states are numbers, the first is 0.
enum Machine: Hashable {
    case text([UInt8], folds: Bool)
    case part([UInt8])
    case pattern(Int)
    case digits
    /// A number of characters.
    case length(Int)
    case nonEmpty
    case any

    init(_ atom: Atom) {
        switch atom {
        case .equals(_, let text): self = .text(text, folds: false)
        case .folded(_, let text): self = .text(text, folds: true)
        case .contains(_, let part): self = .part(part)
        case .matches(_, let pattern): self = .pattern(pattern)
        case .present, .hasAll, .fresh, .apart: self = .any
        }
    }

    private func step(_ state: Int, _ byte: UInt8, _ table: Table) -> Int {
        switch self {
        case .text(let text, let folds):
            guard state >= 0, state < text.count else { return -1 }
            return text[state] == byte || folds && text[state].lowered == byte.lowered ? state + 1 : -1
        case .part(let part):
            if state == part.count { return state }
            let seen = part[..<state] + [byte]
            return (0...state + 1).first { part.starts(with: seen.dropFirst($0)) }.map { seen.count - $0 } ?? 0
        case .pattern(let number):
            let pattern = table.patterns[number]
            return Int(pattern.next[state * pattern.classCount + Int(pattern.classes[Int(byte)])])
        case .digits: return state == 0 && byte >= 0x30 && byte <= 0x39 ? 0 : -1
        case .length(let length): return byte & 0xC0 == 0x80 ? state : min(state + 1, length + 1)
        case .nonEmpty: return 1
        case .any: return 0
        }
    }

    private func accepts(_ state: Int, _ table: Table) -> Bool {
        switch self {
        case .text(let text, _), .part(let text): state == text.count
        case .pattern(let number): table.patterns[number].accepts[state] == 1
        case .digits: state == 0
        case .length(let length): state == length
        case .nonEmpty: state == 1
        case .any: true
        }
    }

    func accepts(_ text: [UInt8], _ table: Table) -> Bool {
        accepts(text.reduce(0) { step($0, $1, table) }, table)
    }

    /// What each of some machines says of a text, for all texts; nothing if they have too many states together.
    static func ends(of machines: [Machine], _ table: Table) -> Set<[Bool]>? {
        var letters: [[Int]: UInt8] = [:]
        for byte in UInt8.min...UInt8.max {
            letters[machines.map { $0.sort(byte, table) }] = byte
        }
        var seen: Set<[Int]> = [machines.map { _ in 0 }]
        var waiting = Array(seen)
        var result: Set<[Bool]> = []
        while let states = waiting.popLast() {
            result.insert(zip(machines, states).map { $0.accepts($1, table) })
            for letter in letters.values {
                let next = zip(machines, states).map { $0.step($1, letter, table) }
                if seen.insert(next).inserted { waiting.append(next) }
            }
            if seen.count > 4096 { return nil }
        }
        return result
    }

    /// Bytes of the same sort lead to the same states.
    private func sort(_ byte: UInt8, _ table: Table) -> Int {
        switch self {
        case .text(let text, true): text.contains { $0.lowered == byte.lowered } ? Int(byte.lowered) : -1
        case .text(let text, false), .part(let text): text.contains(byte) ? Int(byte) : -1
        case .pattern(let number): Int(table.patterns[number].classes[Int(byte)])
        case .digits: byte >= 0x30 && byte <= 0x39 ? 1 : 0
        case .length: byte & 0xC0 == 0x80 ? 1 : 0
        case .nonEmpty, .any: 0
        }
    }
}
