package import FlowDiagnostics
import FlowModel
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
        let unchecked = unchecked(trees, links, root, bag)
        let map = unchecked.map
        var bag = unchecked.bag
        guard let flow = unchecked.flow else { return Analysis(map: map, bag: bag) }
        let facts = FlowFacts(flow)
        let isHandled = ProofChecks.checkRequests(flow, map, facts, &bag)
        let ofRequests = bag.errorCount
        ControlChecks.run(flow, map, &bag, facts: facts, seeksUnreachable: isHandled)
        // What a flow can come to is proven of a flow whose shape is good, so that nothing is told twice.
        let counterexamples = bag.errorCount > ofRequests ? [] : ProofChecks.run(flow, map, facts, &bag)
        return Analysis(
            flow: bag.hasErrors ? nil : Pruner.prune(flow), map: map, bag: bag, unproven: flow,
            counterexamples: counterexamples)
    }

    /// A flow before its checks, if its names are right and it is not abstract. The lowerer, as large as the flow, is given up before
    /// the checks begin.
    private static func unchecked(
        _ trees: [SyntaxTree], _ links: [DocumentLinks], _ root: Int, _ bag: DiagnosticBag
    ) -> (flow: CheckedFlow?, map: SourceMap, bag: DiagnosticBag) {
        let lowering = lower(trees, links, root, bag)
        let lowerer = lowering.lowerer
        guard !lowerer.bag.hasErrors, !lowering.isAbstract else { return (nil, lowerer.map, lowerer.bag) }
        let rootPlace = Place(document: root, element: trees[root].root)
        var finalizer = Finalizer(lowerer)
        let flow = finalizer.flow(
            name: lowering.name, version: lowerer.documents.attribute(.version, rootPlace)?.text ?? "",
            inputs: lowering.inputs, initial: lowering.initial, classes: lowering.classes,
            rounds: lowering.rounds)
        return (flow, lowerer.map.numbered(finalizer.number), lowerer.bag)
    }

    /// What can be said of the names in a flow, whatever the structure of its documents is. Much of it may only follow from
    /// what is wrong with the structure: the caller tells that apart.
    package static func names(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> [Diagnostic] {
        lower(trees, links, root, DiagnosticBag()).lowerer.bag.diagnostics
    }

    /// A flow with its names resolved, before its states have numbers.
    private struct Lowering {
        let lowerer: Lowerer
        let name: String
        let isAbstract: Bool
        let initial: StateID
        let inputs: [Ask]
        let classes: [(type: String, name: String)]
        let rounds: [Round]
    }

    private static func lower(
        _ trees: [SyntaxTree], _ links: [DocumentLinks], _ root: Int, _ bag: DiagnosticBag
    ) -> Lowering {
        var bag = bag
        let documents = Documents(trees)
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
        return Lowering(
            lowerer: lowerer, name: composition.name, isAbstract: isAbstract, initial: initial,
            inputs: lowerer.inputs(context), classes: lowerer.errorClasses(context), rounds: rounds)
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
}

extension FlowAnalyzer {
    /// Checks a service description by itself.
    package static func checkService(_ trees: [SyntaxTree], root: Int, bag: inout DiagnosticBag) {
        let documents = Documents(trees)
        _ = ServiceReader.read(documents, Place(document: root, element: trees[root].root), &bag)
    }
}
