import FlowAnalysis
import FlowAnnotations
import FlowModel

/// A flow under check, with what several checks need to know of it.
final class CheckSubject {
    /// The flow.
    let flow: CheckedFlow
    /// The places of its parts, and what its author and its service say of them.
    let annotations: FlowAnnotations
    /// Facts that follow from the flow, worked out when they are first asked for.
    let analyses: AnalysisCache

    /// The cycles that it can go in without the host and without a limit.
    private(set) lazy var endlessCycles = EndlessCycles.all(self)

    /// A flow of which nothing is worked out yet.
    init(_ annotated: AnnotatedFlow) {
        flow = annotated.flow
        annotations = annotated.annotations
        analyses = AnalysisCache(annotated.flow, annotated.annotations)
    }
}
