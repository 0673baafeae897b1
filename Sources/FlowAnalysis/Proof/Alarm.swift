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
    /// The predicates on which the alarm depends. They refine the partition.
    var predicates: Set<PredicateID>
    /// The history variables that must not be set, one bit each.
    var unpassed: UInt64

    /// The value of `rejectedEvent` for a choice that takes no branch.
    package static let withoutEvent: EventID = -1

    package init(
        code: DiagnosticCode, range: SourceRange, node: GraphNodeID, literals: [Literal] = [],
        rejectedEvent: EventID? = nil,
        predicates: Set<PredicateID> = [], unpassed: UInt64 = 0
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
