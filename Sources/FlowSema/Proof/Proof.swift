import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// What the checks of a proof share: the flow, everything that it can come to, and the words for it.
struct Proof {
    let flow: CheckedFlow
    let annotations: FlowAnnotations
    let ground: ProofGround
    let product: Product
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

    /// The proof for what was found of a flow.
    init(_ ground: ProofGround, _ annotations: FlowAnnotations, _ forbidden: [Forbidden], _ product: Product) {
        flow = ground.flow
        self.ground = ground
        self.annotations = annotations
        self.forbidden = forbidden
        self.product = product
        path = ProofPath(ground, annotations, product)
    }

    /// Adds a finding about a node of the product, or, where something was forgotten on the way there, that it is not decided.
    func add(
        _ code: DiagnosticCode, at range: SourceRange, _ message: String, node: Int, then hop: Hop? = nil,
        where claims: [Claim] = [], lacking: UInt64 = 0, help: [String], to findings: inout ProofFindings
    ) {
        var facts = Set((claims + (hop?.decisions ?? [])).map(\.fact))
        if let hop, let event = hop.event { facts.formUnion(ground.tested(event, in: product.nodes[node].state)) }
        findings.suspicions.append(
            Suspicion(
                code: code, range: range, node: node, claims: claims, refused: hop?.event, facts: facts,
                lacking: lacking))
        let isBlurred = product.nodes[node].isBlurred
        let notes = path.notes(to: node, then: hop)
        findings.counterexamples.append(
            Counterexample(
                code: code, range: range, steps: path.steps(to: node, then: hop), end: product.nodes[node].state,
                finally: path.conditions(claims), isUncertain: isBlurred))
        guard isBlurred else {
            findings.bag.add(Diagnostic(code, at: range, message, notes: notes, help: help))
            return
        }
        let blurred = product.path(to: node).first { product.nodes[$0.node].isBlurred }?.node ?? node
        let name = flow.nodeName(product.nodes[blurred].state)
        let reason = "'\(name)' is entered in too many situations, of which only what they share was followed"
        findings.bag.add(
            Diagnostic(
                .proofLimit, at: range, "this could not be decided: " + message,
                notes: [Diagnostic.Note(reason)] + notes,
                help: ["test fewer values across nodes, or decide earlier"] + help))
    }

    /// The place of the node that a state belongs to.
    func range(_ state: StateID) -> SourceRange? { flow.states[state].node.map { annotations.nodes[$0].range } }
}
