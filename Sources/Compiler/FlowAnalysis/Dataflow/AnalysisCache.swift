package import FlowIR

/// The analyses of a flow that several checks share, each computed on first use.
package final class AnalysisCache {
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations
    private let knownSecrets: DeadSecretElimination?

    /// Creates a cache. Each analysis runs when its result is first read, except the given one.
    package init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, secrets: DeadSecretElimination? = nil) {
        self.flow = flow
        self.annotations = annotations
        knownSecrets = secrets
    }

    package lazy var controlFlow = ControlFlow(flow)
    package var graph: Digraph<State> { controlFlow.graph }
    /// By state: whether the control flow graph reaches it.
    package lazy var reachable = graph.reachableNodes(from: [flow.initialState])
    /// The tainted values that the host sees.
    package lazy var taint = TaintAnalysis(controlFlow, TaintSources(flow, annotations))
    package lazy var secrets = knownSecrets ?? DeadSecretElimination(controlFlow, annotations)
    /// The values that are definitely assigned at the entry of each state.
    package lazy var definiteAssignment = Dataflow(DefiniteAssignment(flow), controlFlow)
    /// The solver of conditions on the flow's data.
    package lazy var solver = ConditionSolver(flow)
}
