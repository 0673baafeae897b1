package import FlowAnalysis
package import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects flows in which a run reaches an end without what the author requires before it.
///
/// ```xml
/// <never end="signed-in" unless-before="TEXT_CODE APP_CODE"/>
/// ```
package enum ForbiddenEnds: ProofCheck {
    package static let codes: [DiagnosticCode] = [.neverViolated]

    /// An assertion that an end needs something before it.
    package struct Forbidden {
        package let end: Assertion.NamedEnd
        /// The history variable that must be set.
        package let bit: UInt64
        let names: [String]
        /// The use whose sub-flow contains the assertion.
        let use: Assertion.Use?
    }

    /// Assertions that are checked together, with the requirement of each bit.
    package struct Round {
        package var assertions: [Forbidden] = []
        package var lists: [MustPassList] = []
    }

    private struct Key: Hashable {
        let ends: [StateID]
        let list: MustPassList
    }

    /// Groups the assertions of this kind into rounds. Assertions with the same requirement share a bit, and
    /// duplicates are dropped.
    package static func rounds(_ annotations: FlowAnnotations) -> [Round] {
        var rounds = [Round()]
        var places: [MustPassList: (round: Int, bit: Int)] = [:]
        var seen: Set<Key> = []
        for case .never(let end, let passing, let names, let use) in annotations.statements.assertions {
            let wanted = MustPassList(passing, since: use?.entry)
            guard seen.insert(Key(ends: end.states, list: wanted)).inserted else { continue }
            if places[wanted] == nil {
                if rounds[rounds.count - 1].lists.count == HistoryVariables.maxLists { rounds.append(Round()) }
                places[wanted] = (rounds.count - 1, rounds[rounds.count - 1].lists.count)
                rounds[rounds.count - 1].lists.append(wanted)
            }
            guard let (round, bit) = places[wanted] else { continue }
            rounds[round].assertions.append(Forbidden(end: end, bit: 1 << UInt64(bit), names: names, use: use))
        }
        return rounds
    }

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        for forbidden in proof.forbidden {
            let (end, bit) = (forbidden.end, forbidden.bit)
            let nodes = proof.graph.nodes
            let node = nodes.firstIndex { end.states.contains($0.state) && $0.passed & bit == 0 }
            guard let node else { continue }
            let list = forbidden.names.map { "'\($0)'" }.joined(separator: ", ")
            let without = forbidden.names.count == 1 ? "without passing \(list)" : "without passing any of \(list)"
            proof.add(
                .neverViolated, at: end.range,
                "'\(end.name)' can be reached \(without)", node: node, unpassed: bit, use: forbidden.use,
                help: ["close this path, or add what it passes to 'unless-before'"], to: &findings)
        }
    }
}

extension DiagnosticCode {
    /// A violated `never`.
    package static let neverViolated = DiagnosticCode(
        "never-violated", .error, isAboutShape: true,
        summary: "An end must not be reachable without passing what its `never` requires.")
}
