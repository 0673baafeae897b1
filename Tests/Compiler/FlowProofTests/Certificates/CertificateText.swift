import FlowIR

/// A certificate taken apart, so that it can be forged.
struct CertificateText {
    /// A part of an invariant.
    struct Cube {
        let line: Int
        let invariant: Int
        let state: StateID
        let last: String
        let words: [String]
    }

    private(set) var lines: [String]
    private(set) var facts: [String] = []
    private(set) var cubes: [Cube] = []

    init(_ bytes: [UInt8]) {
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).dropLast()
        var invariant = -1
        for (number, line) in lines.enumerated() {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "fact": facts.append(words.dropFirst().joined(separator: " "))
            case "invariant": invariant += 1
            case "cube":
                cubes.append(
                    Cube(
                        line: number, invariant: invariant, state: StateID(Int(words[1]) ?? 0), last: words[2],
                        words: Array(words.dropFirst(3))))
            default: continue
            }
        }
    }

    /// The bytes, with the right sum.
    var bytes: [UInt8] {
        let text = lines.map { $0 + "\n" }.joined()
        return Array((text + "sum \(Self.sum(Array(text.utf8)))\n").utf8)
    }

    /// FNV-1a, 64 bits.
    static func sum(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    /// The same without a line.
    func without(_ line: Int) -> CertificateText {
        var result = self
        result.lines.remove(at: line)
        return result
    }

    /// The same with another line.
    func replacing(_ line: Int, by text: String) -> CertificateText {
        var result = self
        result.lines[line] = text
        return result
    }

    /// The same, said to be of another table.
    func bound(to table: [UInt8]) -> CertificateText { replacing(1, by: "table \(table.count) \(Self.sum(table))") }

    /// Whether a run that came to something lies in a cube; `nil` where only a proof can tell.
    func contains(_ cube: Cube, _ visit: Visit, at state: StateID?, last: StateID?, _ flow: LoweredFlow) -> Bool? {
        guard cube.state == state else { return false }
        if cube.last != "*", cube.last != (last?.description ?? "-") { return false }
        var isSure = true
        for word in cube.words {
            let rest = word.dropFirst()
            switch word.first {
            case "+", "-":
                guard let holds = visit.holds(facts[Int(rest) ?? 0], flow) else {
                    isSure = false
                    continue
                }
                if holds != (word.first == "+") { return false }
            case "c":
                let parts = rest.split(separator: ":").compactMap { Int($0) }
                if !(parts[1]...parts[2]).contains(visit.counters[CounterID(parts[0])]) { return false }
            default:
                if word == "p63", !visit.isProven { return false }
                isSure = false
            }
        }
        return isSure ? true : nil
    }
}
