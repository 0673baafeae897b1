import FlowIR
import TestSupport

/// Makes certificates that a run has shown to be wrong: well formed, with the right sum, and no proof of anything.
struct Forger {
    /// What is done to a certificate.
    enum Kind: CaseIterable {
        /// A part that a run came to is left out, or said of another state.
        case removed, moved
        /// Something is claimed to be otherwise than it was in a run, or claimed beside.
        case flipped, claimed
        /// A counter is said not to have counted so far.
        case counted
    }

    let certified: Certified
    let visits: [Visit]
    var random: Seeded

    /// A forged certificate; nothing if none was found.
    mutating func forge(_ kind: Kind) -> [UInt8]? {
        for _ in 0..<30 {
            guard let visit = random.pick(visits), let cube = onlyCube(at: visit) else { continue }
            if let forged = forge(kind, cube, visit) { return forged.bytes }
        }
        return nil
    }

    /// The part of some invariant that a visit lies in, if no other part has it.
    private mutating func onlyCube(at visit: Visit) -> CertificateText.Cube? {
        let invariants = (certified.text.cubes.last?.invariant ?? 0) + 1
        let cubes = certified.cubes(random.below(invariants), at: visit)
        return cubes.count == 1 ? cubes[0] : nil
    }

    private mutating func forge(_ kind: Kind, _ cube: CertificateText.Cube, _ visit: Visit) -> CertificateText? {
        let text = certified.text
        func line(_ words: [String], last: String? = nil) -> CertificateText {
            let all = ["cube", cube.state.description, last ?? cube.last] + words
            return text.replacing(cube.line, by: all.joined(separator: " "))
        }
        switch kind {
        case .removed: return text.without(cube.line)
        case .moved:
            guard let other = random.pick(text.cubes.map(\.state).filter { $0 != cube.state }) else { return nil }
            return text.replacing(cube.line, by: "cube \(other) \(cube.last) " + cube.words.joined(separator: " "))
        case .flipped:
            let known = cube.words.indices.filter { index in
                guard let fact = Int(cube.words[index].dropFirst()), "+-".contains(cube.words[index].prefix(1)) else {
                    return false
                }
                return visit.holds(text.facts[fact], certified.subject.flow) != nil
            }
            guard let index = random.pick(known) else { return nil }
            var words = cube.words
            words[index] = (words[index].hasPrefix("+") ? "-" : "+") + words[index].dropFirst()
            return line(words)
        case .claimed:
            let claimed = Set(cube.words.map { String($0.dropFirst()) })
            let open = text.facts.indices.filter { !claimed.contains(String($0)) }
            guard let fact = random.pick(open), let holds = visit.holds(text.facts[fact], certified.subject.flow) else {
                return nil
            }
            return line(cube.words + [(holds ? "-" : "+") + String(fact)])
        case .counted:
            guard let counter = visit.counters.indices.first(where: { visit.counters[$0] > 0 }) else { return nil }
            let words = cube.words.filter { !$0.hasPrefix("c\(counter):") }
            return line(words + ["c\(counter):0:\(visit.counters[counter] - 1)"])
        }
    }
}
