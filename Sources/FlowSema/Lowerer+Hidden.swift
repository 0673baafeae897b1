import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// Names in what no state came of: transitions and guarded sends that nearer ones hide at every node.
    ///
    /// Only the compiled file is looked at. What a base hides is judged where the base is compiled, with all its nodes. Nothing
    /// but findings remains: a value that only such a place names gets no slot.
    func checkHidden(_ context: FlowContext) {
        guard let root = context.composition.roots.first else { return }
        let before = (slots, words, outputSlots, context.slots, patterns, patternIDs, map.counterTests)
        let parts = context.composition.nodes.flatMap(\.parts)
        let answers = parts.flatMap { documents.children($0, .answer) }
        for scope in [root] + context.composition.groups + parts + answers where scope.document == root.document {
            checkHidden(in: scope, context)
        }
        (slots, words, outputSlots, context.slots, patterns, patternIDs, map.counterTests) = before
    }

    private func checkHidden(in scope: Place, _ context: FlowContext) {
        for child in documents.children(scope) {
            switch documents.name(child) {
            case .on: checkTransition(child, context)
            case .send: _ = condition(child, context)
            default: break
            }
        }
    }

    private func checkTransition(_ place: Place, _ context: FlowContext) {
        for attribute in [AttributeName.to, .then, .otherwise, .restart] {
            if let name = documents.attribute(attribute, place) { _ = entry(name, context) }
        }
        for name in documents.names(.keep, place) { _ = slot(name, context) }
        if let after = documents.attribute(.after, place), Int(after.text) == nil { _ = slot(after, context) }
        _ = condition(place, context)
        let site = StatementSite(context: context, node: 0, name: "")
        for statement in documents.children(place).filter(isStatement) {
            switch documents.name(statement) {
            case .handle: checkHandle(statement, context)
            // No transition has branches, and where one is written all the same, there may be no node that they could leave.
            case .go, .otherwise: break
            default: _ = sequence([statement], site, then: [])
            }
        }
    }

    private func checkHandle(_ place: Place, _ context: FlowContext) {
        guard let name = documents.attribute(.handler, place), let handler = handler(name, context) else { return }
        _ = use(of: handler, place, context)
        checkHidden(in: place, context)
    }

    /// An outcome that a use waits for must be one of the sub-flow's.
    func checkOutcomes(of node: Composition.NodeDeclaration, _ context: FlowContext, inner: FlowContext) {
        let ends = inner.composition.nodes.filter { $0.element == .end && !$0.parts.isEmpty }
        let known = ends.map { first(.outcome, $0)?.text ?? $0.id }
        for declaration in node.parts.flatMap({ transitions(in: $0, context) }) where declaration.selector == .outcome {
            for name in declaration.names where name.text != "*" && !known.contains(name.text) {
                bag.add(Findings.unknown(name, "outcome", .unknownOutcome, among: known))
            }
        }
    }

    /// A literal that a choice is given must be one of its words.
    func checkLiteral(_ attribute: AttributeName, _ place: Place, among known: [String]) {
        guard let literal = documents.attribute(attribute, place), !known.isEmpty, !known.contains(literal.text)
        else { return }
        bag.add(Findings.unknown(literal, "word", .unknownWord, among: known))
    }
}
