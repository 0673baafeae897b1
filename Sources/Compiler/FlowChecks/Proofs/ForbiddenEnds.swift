package import FlowAnalysis
package import FlowDiagnostics
package import FlowIR

/// Rejects flows in which a run reaches an end without passing a node that the flow requires before this end.
///
/// ```xml
/// <never end="signed-in" unless-before="TEXT_CODE APP_CODE"/>
/// ```
package enum ForbiddenEnds: ProofCheck {
    package static let codes: [DiagnosticCode] = [.neverViolated]

    /// A `never` assertion: a run must pass one of several nodes before it reaches an end.
    package struct Forbidden {
        /// The end that a run must not reach before it has passed one of the nodes.
        package let end: Assertion.NamedEnd
        /// The history variable that is set when a run passes one of the nodes.
        package let bit: UInt64
        let names: [String]
        /// The use of the sub-flow that contains the assertion, or nil for the main flow.
        let use: Assertion.Use?
    }

    /// Assertions that are checked together, with the list of each history variable.
    package struct Round {
        package var assertions: [Forbidden] = []
        /// By number of a history variable: the alternatives that set it.
        package var lists: [MustPassList] = []
    }

    /// An assertion without its location, by which duplicates are recognized.
    private struct Key: Hashable {
        let ends: [StateID]
        let list: MustPassList
    }

    /// Returns the `never` assertions in rounds, each of which needs at most `HistoryVariables.maxLists` variables.
    ///
    /// Assertions with the same list share a history variable. Omits duplicate assertions.
    package static func rounds(_ annotations: FlowAnnotations) -> [Round] {
        var rounds = [Round()]
        var variables: [MustPassList: (round: Int, bit: Int)] = [:]
        var known: Set<Key> = []
        for case .never(let end, let passing, let names, let use) in annotations.statements.assertions {
            let list = MustPassList(passing, since: use?.entry)
            guard known.insert(Key(ends: end.states, list: list)).inserted else { continue }
            // A new list gets the next variable of the last round, or the first of a new round if that one is full.
            if variables[list] == nil {
                if rounds[rounds.count - 1].lists.count == HistoryVariables.maxLists { rounds.append(Round()) }
                variables[list] = (rounds.count - 1, rounds[rounds.count - 1].lists.count)
                rounds[rounds.count - 1].lists.append(list)
            }
            guard let (round, bit) = variables[list] else { continue }
            rounds[round].assertions.append(Forbidden(end: end, bit: 1 << UInt64(bit), names: names, use: use))
        }
        return rounds
    }

    /// Adds a finding for each `never` assertion that some run violates.
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
                help: ["close this path, or name a node on it in 'unless-before'"], to: &findings)
        }
    }
}

extension DiagnosticCode {
    package static let neverViolated = DiagnosticCode(
        "never-violated", .error, isAboutShape: true,
        summary: "An end must not be reachable without passing a node that its `never` requires.")
}
