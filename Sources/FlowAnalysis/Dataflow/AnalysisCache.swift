package import FlowAnnotations
package import FlowAutomata
package import FlowModel

/// Analyses of a flow that several checks share, each computed on first use.
package final class AnalysisCache {
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations

    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }

    /// The control flow graph.
    package lazy var graph = flow.graph()
    /// The reachable states of that graph.
    package lazy var reachable = graph.reached(from: [flow.initialState])
    /// The taint of values.
    package lazy var taint = TaintAnalysis(flow, TaintSources(flow, annotations))
    /// The lifetimes of secrets.
    package lazy var secrets = DeadSecretElimination(flow, annotations)
    /// The values that are definitely assigned at each state.
    package lazy var definiteAssignment = DefiniteAssignment(flow)
    /// Decides conditions on the flow's data.
    package lazy var solver = ConditionSolver(flow)
}
