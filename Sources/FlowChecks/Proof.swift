import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// A flow together with everything that it can come to: the subject of the checks that prove something.
struct Proof {
    let subject: CheckSubject
    let ground: ProofGround
    let product: Product
    /// The assertions that an end is not reached without something.
    let forbidden: [ForbiddenEnds.Forbidden]
    /// The states that must be entered.
    let goals: [UnreachedEnds.Goal]
    private let path: ProofPath

    /// The flow.
    var flow: CheckedFlow { subject.flow }
    /// Its annotations.
    var annotations: FlowAnnotations { subject.annotations }

    private init(
        _ subject: CheckSubject, _ ground: ProofGround, _ forbidden: [ForbiddenEnds.Forbidden],
        _ goals: [UnreachedEnds.Goal], _ product: Product
    ) {
        self.subject = subject
        self.ground = ground
        self.forbidden = forbidden
        self.goals = goals
        self.product = product
        path = ProofPath(ground, subject.annotations, product)
    }

    /// The findings of some checks in a flow.
    static func findings(
        of checks: [any ProofCheck.Type], _ subject: CheckSubject, keepsInvariants: Bool
    ) -> ProofFindings {
        let goals = UnreachedEnds.goals(subject)
        var findings = ProofFindings()
        for (number, round) in ForbiddenEnds.rounds(subject.annotations).enumerated() {
            // The rounds behind the first are about further assertions only.
            let first = number == 0
            findings.add(
                self.findings(
                    of: first ? checks : [ForbiddenEnds.self], subject, round, first ? goals : [], keepsInvariants))
        }
        return findings
    }

    private static func findings(
        of checks: [any ProofCheck.Type], _ subject: CheckSubject, _ round: ForbiddenEnds.Round,
        _ goals: [UnreachedEnds.Goal], _ keepsInvariants: Bool
    ) -> ProofFindings {
        let passing = PassingBits(subject.flow, subject.annotations, round.lists)
        let ground = ProofGround(subject.flow, subject.annotations, subject.facts.solver, passing)
        let prover = Prover(ground: ground, goals: goals.map(\.states), keepsInvariants: keepsInvariants) { product in
            var findings = ProofFindings()
            let proof = Proof(subject, ground, round.assertions, goals, product)
            // A look at something that must have been passed is about nothing else.
            let isWhole = product.followed == .max || product.followed == 0
            for check in checks where isWhole || FlowChecks.passing.contains(where: { $0 == check }) {
                check.check(proof, &findings)
            }
            return findings
        }
        return prover.findings()
    }

    /// Adds a finding about a node of the product, or, where something was forgotten on the way there, that it is not decided.
    func add(
        _ code: DiagnosticCode, at range: SourceRange, _ message: String, node: Int, then hop: Hop? = nil,
        where claims: [Claim] = [], lacking: UInt64 = 0, use: Assertion.Use? = nil, help: [String],
        to findings: inout ProofFindings
    ) {
        var facts = Set((claims + (hop?.decisions ?? [])).map(\.fact))
        if let hop { facts.formUnion(ground.tested(hop.event, in: product.nodes[node].state)) }
        findings.suspicions.append(
            Suspicion(
                code: code, range: range, node: node, claims: claims, refused: hop?.refused, facts: facts,
                lacking: lacking))
        let isBlurred = product.nodes[node].isBlurred
        let notes = (use.map { [$0.note] } ?? []) + path.notes(to: node, then: hop)
        findings.counterexamples.append(
            Counterexample(
                code: code, range: range, steps: path.steps(to: node, then: hop), end: product.nodes[node].state,
                finally: path.conditions(claims), isUncertain: isBlurred))
        guard isBlurred else {
            findings.add(Diagnostic(code, at: range, message, notes: notes, help: help))
            return
        }
        let blurred = product.path(to: node).first { product.nodes[$0.node].isBlurred }?.node ?? node
        let name = flow.nodeName(product.nodes[blurred].state)
        let reason = "'\(name)' is entered in too many situations, of which only what they share was followed"
        findings.add(
            Diagnostic(
                .proofLimit, at: range, "this could not be decided: " + message,
                notes: [Diagnostic.Note(reason)] + notes,
                help: ["test fewer values across nodes, or decide earlier"] + help))
    }

    /// The place of the node that a state belongs to.
    func range(_ state: StateID) -> SourceRange? { flow.states[state].node.map { annotations.nodes[$0].range } }
}

extension Assertion.Use {
    /// The remark that an assertion of a sub-flow does not hold here.
    var note: Diagnostic.Note { Diagnostic.Note("'\(name)' uses the flow that asserts this", at: range) }
}
