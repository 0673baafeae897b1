import FlowAnnotations
package import FlowDiagnostics
package import FlowLowering
package import FlowSyntax

/// The semantic phase: composed documents in, a checked flow out.
///
/// Takes documents whose structure was found good. All findings of one run are collected; a flow with an error is not given.
package enum FlowAnalyzer {
    /// Analyses the flow of document `root`.
    /// - Parameters:
    ///   - trees: all documents at hand.
    ///   - links: what each of them names, as indices into `trees`.
    ///   - root: the document of the flow.
    ///   - bag: findings so far; those of this phase are added in the result.
    /// - Returns: the flow if it has no errors, where its parts stand, and all findings.
    package static func analyze(
        _ trees: [SyntaxTree], links: [DocumentLinks], root: Int, bag: DiagnosticBag
    ) -> Analysis {
        let lowered = Lowering.lower(trees, links: links, root: root)
        var bag = bag
        bag.add(contentsOf: lowered.findings)
        guard let annotated = lowered.flow, !bag.hasErrors else {
            return Analysis(annotations: lowered.flow?.annotations ?? FlowAnnotations(), bag: bag)
        }
        let (flow, annotations) = (annotated.flow, annotated.annotations)
        let facts = FlowFacts(flow)
        let isHandled = ProofChecks.checkRequests(flow, annotations, facts, &bag)
        let ofRequests = bag.errorCount
        ControlChecks.run(flow, annotations, &bag, facts: facts, seeksUnreachable: isHandled)
        // What a flow can come to is proven of a flow whose shape is good, so that nothing is told twice.
        let counterexamples = bag.errorCount > ofRequests ? [] : ProofChecks.run(flow, annotations, facts, &bag)
        return Analysis(
            flow: bag.hasErrors ? nil : Pruner.prune(flow), annotations: annotations, bag: bag, unproven: flow,
            counterexamples: counterexamples)
    }
}
