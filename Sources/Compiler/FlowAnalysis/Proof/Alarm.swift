package import FlowDiagnostics
package import FlowIR

/// A possible violation at a node of the over-approximated graph.
package struct Alarm: Sendable {
    /// The code of the finding that reports the violation.
    let code: DiagnosticCode
    /// The location of the finding.
    let range: SourceRange
    let node: GraphNodeID
    /// The literals of the violation, in addition to those of the node.
    var literals: [Literal]
    /// The rejected event, or nil if the violation is not a rejection.
    var rejectedEvent: EventID?
    /// The predicates on which the alarm depends. The first finer partition distinguishes their values.
    var predicates: Set<PredicateID>
    /// The history variables that must not be set, one bit each.
    var unpassed: UInt64

    /// The value of `rejectedEvent` for a choice that takes no branch.
    package static let withoutEvent: EventID = -1

    /// Creates an alarm; by default one about a node as a whole.
    package init(
        code: DiagnosticCode, range: SourceRange, node: GraphNodeID, literals: [Literal] = [],
        rejectedEvent: EventID? = nil, predicates: Set<PredicateID> = [], unpassed: UInt64 = 0
    ) {
        self.code = code
        self.range = range
        self.node = node
        self.literals = literals
        self.rejectedEvent = rejectedEvent
        self.predicates = predicates
        self.unpassed = unpassed
    }
}

/// The findings of the proof checks, with counterexamples and alarms.
package struct ProofFindings {
    /// The findings so far.
    package private(set) var findings: [Diagnostic] = []
    package var counterexamples: [Counterexample] = []
    package var alarms: [Alarm] = []
    /// The invariants, or an empty proof if they were not requested.
    package internal(set) var proof = FlowProof()

    /// Creates an empty collection of findings.
    package init() {}

    /// Adds a finding without a counterexample.
    package mutating func add(_ finding: Diagnostic) { findings.append(finding) }

    /// Adds the findings of another proof of the same flow, with their counterexamples, alarms and rounds.
    package mutating func add(_ others: ProofFindings) {
        findings += others.findings
        counterexamples += others.counterexamples
        alarms += others.alarms
        proof.rounds += others.proof.rounds
    }
}
