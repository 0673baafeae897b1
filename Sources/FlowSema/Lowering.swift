import FlowAnnotations
package import FlowDiagnostics
import FlowModel
package import FlowSyntax

/// Lowering: located documents in, an annotated flow out.
///
/// All findings of one run are collected. The structure of the documents need not be good: the caller decides which findings
/// about names do not follow from what is wrong with it.
package enum Lowering {
    /// Lowers the flow of document `root`.
    package static func lower(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> LoweredFlow {
        let documents = Documents(trees)
        var bag = DiagnosticBag()
        let service = readService(documents, links, root, &bag)
        let composition = Composer.compose(root, documents, links, &bag)
        let lowerer = Lowerer(documents: documents, links: links, service: service, bag: bag)
        let context = FlowContext(prefix: "", composition: composition, parent: nil, useNode: nil)
        lowerer.prepare(context)
        let initial = lowerer.newState("", node: nil)
        lowerer.states[initial].kind = .end(Ending(outcome: "", step: "", shows: []))
        let isAbstract = lowerer.isAbstract(context)
        if !isAbstract, let first = lowerer.firstNode(context) {
            lowerer.states[initial].transitions = [(.host("start"), Block([.jump(first)]))]
        }
        lowerer.lower(context)
        lowerer.completeReplyForms()
        lowerer.checkHidden(context)
        lowerer.checkAssertions(context)
        let rounds = lowerer.rounds(context)
        if !isAbstract { lowerer.checkCounters() }
        lowerer.noteService()
        lowerer.noteDeclarations(context)
        let (inputs, classes) = (lowerer.inputs(context), lowerer.errorClasses(context))
        guard !isAbstract else { return LoweredFlow(flow: nil, findings: lowerer.bag.diagnostics) }
        let rootPlace = Place(document: root, element: trees[root].root)
        var finalizer = Finalizer(lowerer)
        let flow = finalizer.flow(
            name: composition.name, version: lowerer.documents.attribute(.version, rootPlace)?.text ?? "",
            inputs: inputs, initial: initial, classes: classes, rounds: rounds)
        return LoweredFlow(
            flow: AnnotatedFlow(flow: flow, annotations: lowerer.map.annotations(finalizer.number)),
            findings: lowerer.bag.diagnostics)
    }

    /// The service of the flow or of the nearest flow that it extends.
    private static func readService(
        _ documents: Documents, _ links: [DocumentLinks], _ root: Int, _ bag: inout DiagnosticBag
    ) -> ServiceDescription {
        var next: Int? = root
        var seen: Set<Int> = []
        while let document = next, seen.insert(document).inserted {
            if let service = links[document].service {
                return ServiceReader.read(
                    documents, Place(document: service, element: documents.trees[service].root), &bag)
            }
            next = links[document].extends
        }
        return ServiceDescription()
    }

    /// Checks a service description by itself.
    package static func checkService(_ trees: [SyntaxTree], root: Int) -> [Diagnostic] {
        let documents = Documents(trees)
        var bag = DiagnosticBag()
        _ = ServiceReader.read(documents, Place(document: root, element: trees[root].root), &bag)
        return bag.diagnostics
    }
}
