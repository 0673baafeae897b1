package import FlowDiagnostics
package import FlowModel

/// The checks of how a flow goes on, all of them in near linear time.
package enum ControlChecks {
    /// Adds what all checks find; nodes that no way leads to only where no other finding says why.
    package static func run(
        _ flow: CheckedFlow, _ map: SourceMap, _ bag: inout DiagnosticBag, facts shared: FlowFacts? = nil,
        seeksUnreachable: Bool = true
    ) {
        let facts = shared ?? FlowFacts(flow)
        if seeksUnreachable { UnreachableNodes.check(flow, map, &bag, facts: facts) }
        NoWayToEnd.check(flow, map, &bag, facts: facts)
        OverlappingTransitions.check(flow, map, &bag, facts: facts)
        IncompleteChoices.check(flow, map, &bag, facts: facts)
        DeadBranches.check(flow, map, &bag, facts: facts)
        Spins.check(flow, map, &bag, facts: facts)
        Hammers.check(flow, map, &bag, facts: facts)
        DroppedEvents.check(flow, map, &bag)
    }
}
