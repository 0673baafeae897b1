package import FlowDiagnostics
package import FlowModel

/// An alarm: a possible violation at a node of the graph, still to be confirmed or refuted.
package struct Alarm: Sendable {
    let code: DiagnosticCode
    let range: SourceRange
    /// The node.
    let node: Int
    /// Literals about the data there, beyond those of the node.
    var literals: [Literal]
    /// The event that is rejected there, or ``withoutEvent``, if that is the violation.
    var refused: EventID?
    /// The predicates that it depends on; they refine the partition.
    var predicates: Set<PredicateID>
    /// The assertions whose history variables are not set, one bit each.
    var unpassed: UInt64

    /// Stands for the event if a state continues immediately and takes no branch.
    package static let withoutEvent: EventID = -1

    /// Makes an alarm.
    package init(
        code: DiagnosticCode, range: SourceRange, node: Int, literals: [Literal] = [], refused: EventID? = nil,
        predicates: Set<PredicateID> = [], unpassed: UInt64 = 0
    ) {
        self.code = code
        self.range = range
        self.node = node
        self.literals = literals
        self.refused = refused
        self.predicates = predicates
        self.unpassed = unpassed
    }
}
