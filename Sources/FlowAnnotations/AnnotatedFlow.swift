package import FlowModel

/// A flow with the source positions and statements that checks need.
package struct AnnotatedFlow: Sendable {
    /// The flow.
    package var flow: CheckedFlow
    /// The source positions of the flow's parts, and what the author and the service description state about them.
    package var annotations: FlowAnnotations

    /// Creates an annotated flow. The annotations must use the numbers of the flow.
    package init(flow: CheckedFlow, annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }
}
