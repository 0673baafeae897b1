package import FlowDiagnostics
package import FlowModel

/// The checks of how a flow goes on, all of them in near linear time.
package enum ControlChecks {
    /// Adds what all checks find.
    package static func run(_ flow: CheckedFlow, _ map: SourceMap, _ bag: inout DiagnosticBag) {
        UnreachableNodes.check(flow, map, &bag)
        NoWayToEnd.check(flow, map, &bag)
        OverlappingTransitions.check(flow, map, &bag)
        IncompleteChoices.check(flow, map, &bag)
        DeadBranches.check(flow, map, &bag)
        Spins.check(flow, map, &bag)
        Hammers.check(flow, map, &bag)
        DroppedEvents.check(flow, map, &bag)
    }
}
