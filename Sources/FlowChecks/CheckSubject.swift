import FlowAnalysis
import FlowIR

/// A flow under check, with the analyses that several checks share.
final class CheckSubject {
    let flow: LoweredFlow
    /// The locations of the flow's parts, and the declarations of its author and its service.
    let annotations: FlowAnnotations
    /// The analyses of the flow, each computed on first use.
    let analyses: AnalysisCache

    /// The cycles that the flow can repeat without the host and without a bound.
    private(set) lazy var endlessCycles = EndlessCycles.all(self)

    init(_ annotated: AnnotatedFlow) {
        flow = annotated.flow
        annotations = annotated.annotations
        analyses = AnalysisCache(annotated.flow, annotated.annotations)
    }
}
