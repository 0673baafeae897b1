import FlowDiagnostics
import FlowModel

/// What the checks of a proof share: the flow, everything that it can come to, and the words for it.
struct Proof {
    let flow: CheckedFlow
    let map: SourceMap
    let ground: ProofGround
    let exploration: Exploration
    let path: ProofPath
    /// The assertions that an end is not reached without something, each with the bit of what must have been passed.
    let forbidden: [Forbidden]

    /// The assertion that an end is not reached without something.
    struct Forbidden {
        let end: Assertion.NamedEnd
        /// What must have been passed.
        let bit: UInt64
        let names: [String]
        let passing: [StateID]
    }

    /// Explores a flow in some manner.
    init(_ ground: ProofGround, _ map: SourceMap, _ forbidden: [Forbidden], _ manner: Exploration.Manner) {
        flow = ground.flow
        self.ground = ground
        self.map = map
        self.forbidden = forbidden
        exploration = Exploration(ground, manner)
        path = ProofPath(flow: flow, map: map, exploration: exploration)
    }

    /// Adds a finding about a node of the product, or, where something was forgotten on the way there, that it is not decided.
    func add(
        _ code: DiagnosticCode, at range: SourceRange, _ message: String, node: Int, then hop: Hop? = nil,
        where claims: [Claim] = [], help: [String], to findings: inout ProofFindings
    ) {
        let isBlurred = exploration.nodes[node].isBlurred
        let notes = path.notes(to: node, then: hop)
        findings.counterexamples.append(
            Counterexample(
                code: code, range: range, steps: path.steps(to: node, then: hop), end: exploration.nodes[node].state,
                finally: path.conditions(claims), isUncertain: isBlurred))
        guard isBlurred else {
            findings.bag.add(Diagnostic(code, at: range, message, notes: notes, help: help))
            return
        }
        let name = flow.nodeName(exploration.nodes[node].state)
        let reason = "on the way to '\(name)' there are too many situations, of which only what they share was followed"
        findings.bag.add(
            Diagnostic(
                .proofLimit, at: range, "it could not be decided whether " + message,
                notes: [Diagnostic.Note(reason)] + notes,
                help: ["test fewer values across nodes, or decide earlier"] + help))
    }

    /// The place of the node that a state belongs to.
    func range(_ state: StateID) -> SourceRange? { flow.states[state].node.map { map.nodes[$0] } }
}
