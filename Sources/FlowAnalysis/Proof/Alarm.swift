package import FlowDiagnostics
package import FlowModel

/// Something wrong at a node of the product that a conversation can show.
package struct Alarm: Sendable {
    let code: DiagnosticCode
    let range: SourceRange
    /// The node.
    let node: Int
    /// Claims about the data there, beside those that are known at the node.
    var literals: [Literal]
    /// The event that is refused there, or ``withoutEvent``, if that is what is wrong.
    var refused: EventID?
    /// The facts that it is about.
    var predicates: Set<PredicateID>
    /// The assertions whose places were not passed before, one bit each.
    var unpassed: UInt64

    /// Stands for the event where a state goes on at once, and finds no way.
    package static let withoutEvent: EventID = -1

    /// A suspicion.
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
