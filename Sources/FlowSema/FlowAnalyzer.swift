package import FlowDiagnostics
package import FlowModel
package import FlowSyntax

/// What the semantic phase made of a flow.
package struct Analysis: Sendable {
    /// The flow, if it has no errors.
    package let flow: CheckedFlow?
    /// Where its parts stand.
    package let map: SourceMap
    /// All findings.
    package let bag: DiagnosticBag
}

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
        let inputs = lowerer.inputs(context)
        let classes = lowerer.errorClasses(context)
        bag = lowerer.bag
        guard !bag.hasErrors, !isAbstract else { return Analysis(flow: nil, map: lowerer.map, bag: bag) }
        let rootPlace = Place(document: root, element: trees[root].root)
        var finalizer = Finalizer(lowerer)
        let flow = finalizer.flow(
            name: composition.name, version: documents.attribute(.version, rootPlace)?.text ?? "", inputs: inputs,
            initial: initial, classes: classes)
        ControlChecks.run(flow, lowerer.map, &bag)
        return Analysis(flow: bag.hasErrors ? nil : Pruner.prune(flow), map: lowerer.map, bag: bag)
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

extension Lowerer {
    /// The state that a start leads to.
    func firstNode(_ context: FlowContext) -> StateID? {
        let roots = context.composition.roots
        if let start = roots.lazy.compactMap({ self.documents.attribute(.start, $0) }).first {
            return entry(start, context)
        }
        guard let root = roots.first else { return nil }
        bag.add(
            Diagnostic(
                .missingStart, at: documents.range(root), "the flow does not name its first node",
                help: ["add start=\"…\" with the id of a node"]))
        return nil
    }

    /// An abstract flow is a part of others only: its names are checked, its shape is not.
    func isAbstract(_ context: FlowContext) -> Bool {
        context.composition.roots.first.map { documents.isTrue(.abstract, $0) } ?? false
    }

    /// What the host gives at the start: the inputs of all files, then facts.
    func inputs(_ context: FlowContext) -> [Ask] {
        var result: [Ask] = []
        var seen: Set<String> = []
        for root in context.composition.roots.reversed() {
            for data in documents.children(root, .data) {
                for place in documents.children(data) {
                    switch documents.name(place) {
                    case .input:
                        guard let input = ask(place, context) else { continue }
                        if seen.insert(input.name).inserted {
                            result.append(input)
                        } else {
                            result = result.map { $0.name == input.name ? input : $0 }
                        }
                    case .fact:
                        for name in documents.names(.name, place) where seen.insert(name.text).inserted {
                            guard let slot = slot(name, context) else { continue }
                            var fact = Ask(name: name.text, slot: slot)
                            fact.isConstant = true
                            result.append(fact)
                        }
                    default: break
                    }
                }
            }
        }
        return result
    }
}

extension FlowAnalyzer {
    /// Checks a service description by itself.
    package static func checkService(_ trees: [SyntaxTree], root: Int, bag: inout DiagnosticBag) {
        let documents = Documents(trees)
        _ = ServiceReader.read(documents, Place(document: root, element: trees[root].root), &bag)
    }
}
