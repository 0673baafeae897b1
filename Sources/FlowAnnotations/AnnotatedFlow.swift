package import FlowModel

/// A flow together with what checks need to know of how it was written.
package struct AnnotatedFlow: Sendable {
    /// The flow.
    package var flow: CheckedFlow
    /// The places of its parts, and what its author and its service say of them.
    package var annotations: FlowAnnotations

    /// A flow with its annotations.
    package init(flow: CheckedFlow, annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }
}
