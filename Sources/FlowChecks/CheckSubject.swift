import FlowAnalysis
import FlowAnnotations
import FlowModel

/// A flow under check, with the analyses that several checks share.
final class CheckSubject {
    /// The flow.
    let flow: CheckedFlow
    /// The locations of its parts, and what its author and its service declare about them.
    let annotations: FlowAnnotations
    /// The analyses of the flow, each computed on first use.
    let analyses: AnalysisCache

    /// The cycles without the host and without a bound.
    private(set) lazy var endlessCycles = EndlessCycles.all(self)

    /// Makes a subject without any analysis.
    init(_ annotated: AnnotatedFlow) {
        flow = annotated.flow
        annotations = annotated.annotations
        analyses = AnalysisCache(annotated.flow, annotated.annotations)
    }
}
