package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel

/// The checks of how a flow goes on, all of them in near linear time.
package enum ControlChecks {
    /// Adds what all checks find; nodes that no way leads to only where no other finding says why.
    package static func run(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag, facts shared: FlowFacts? = nil,
        seeksUnreachable: Bool = true
    ) {
        let facts = shared ?? FlowFacts(flow)
        if seeksUnreachable { UnreachableNodes.check(flow, annotations, &bag, facts: facts) }
        NoWayToEnd.check(flow, annotations, &bag, facts: facts)
        OverlappingTransitions.check(flow, annotations, &bag, facts: facts)
        IncompleteChoices.check(flow, annotations, &bag, facts: facts)
        DeadBranches.check(flow, annotations, &bag, facts: facts)
        Spins.check(flow, annotations, &bag, facts: facts)
        Hammers.check(flow, annotations, &bag, facts: facts)
        DroppedEvents.check(flow, annotations, &bag)
    }
}
