package import FlowAnnotations
package import FlowAutomata
package import FlowModel

/// Facts of a flow that several checks need, each worked out once, when it is first asked for.
package final class AnalysisCache {
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations

    /// Nothing is worked out yet.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }

    /// Which states lead to which.
    package lazy var graph = flow.graph()
    /// Which states can be entered.
    package lazy var reachable = graph.reached(from: [flow.initialState])
    /// Where values with labels go.
    package lazy var taint = TaintAnalysis(flow, TaintSources(flow, annotations))
    /// Where secrets are and where they end.
    package lazy var secrets = DeadSecretElimination(flow, annotations)
    /// The values that are there whenever a state is entered.
    package lazy var definiteAssignment = DefiniteAssignment(flow)
    /// Decides conditions on the flow's data.
    package lazy var solver = ConditionSolver(flow)
}
