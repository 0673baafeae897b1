import FlowDiagnostics
import FlowModel

/// What the checks of a proof share: the flow, everything that it can come to, and the words for it.
struct Proof {
    let flow: CheckedFlow
    let map: SourceMap
    let exploration: Exploration
    let path: ProofPath
    /// The assertions that an end is not reached without something, each with the bit of what must have been passed.
    let forbidden: [(end: Assertion.NamedEnd, bit: UInt64, names: [String])]

    /// Explores a flow.
    init(_ flow: CheckedFlow, _ map: SourceMap, _ solver: ConditionSolver) {
        self.flow = flow
        self.map = map
        var passings: [[StateID]] = []
        var forbidden: [(end: Assertion.NamedEnd, bit: UInt64, names: [String])] = []
        for case .never(let end, let passing, let names) in map.assertions where passings.count < PassingBits.most {
            forbidden.append((end, 1 << UInt64(passings.count), names))
            passings.append(passing)
        }
        self.forbidden = forbidden
        exploration = Exploration(flow, map, solver, PassingBits(flow, map, passings[...]))
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
        let most = 2 * Exploration.mostSituations
        let name = flow.nodeName(exploration.nodes[node].state)
        let reason = "'\(name)' is entered in more than \(most) situations, of which only what they share was followed"
        findings.bag.add(
            Diagnostic(
                .proofLimit, at: range, "it could not be decided whether " + message,
                notes: [Diagnostic.Note(reason)] + notes,
                help: ["test fewer values across nodes, or decide earlier"] + help))
    }

    /// The place of the node that a state belongs to.
    func range(_ state: StateID) -> SourceRange? { flow.states[state].node.map { map.nodes[$0] } }
}
