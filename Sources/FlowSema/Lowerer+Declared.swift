import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// What the compiled file declares, and whether anything mentions it.
    func noteDeclarations(_ context: FlowContext) {
        guard let root = context.composition.roots.first else { return }
        for child in documents.children(root) { noteDeclaration(child, context) }
        let groups = context.composition.groups
        let parts = context.composition.nodes.flatMap(\.parts)
        var seen: Set<String> = []
        for scope in [root] + groups + parts where scope.document == root.document {
            for ask in documents.children(scope, .ask) {
                guard let name = documents.attribute(.name, ask), seen.insert(name.text).inserted else { continue }
                map.statements.declared.append(
                    Declared(kind: .value(context.slots[name.text]), what: "answer", name: name.text, range: name.range)
                )
            }
        }
    }

    private func noteDeclaration(_ place: Place, _ context: FlowContext) {
        switch documents.name(place) {
        case .data: for child in documents.children(place) { noteData(child, context) }
        case .handler:
            note(place, "handler") { .handler(isUsed: self.isUsed($0, context)) }
        case .command: note(place, "command") { .command(isUsed: self.mentionedEvents.contains($0)) }
        case .import:
            guard let file = documents.attribute(.file, place) else { return }
            map.statements.declared.append(
                Declared(
                    kind: .flow(isUsed: isImportUsed(place, context)), what: "import", name: file.text,
                    range: file.range)
            )
        default: break
        }
    }

    private func note(_ place: Place, _ what: String, _ kind: (String) -> Declared.Kind) {
        guard let name = documents.attribute(.name, place) else { return }
        map.statements.declared.append(Declared(kind: kind(name.text), what: what, name: name.text, range: name.range))
    }

    private func noteData(_ place: Place, _ context: FlowContext) {
        let what = documents.name(place).spelling
        for name in documents.names(.name, place) {
            let kind: Declared.Kind
            if documents.name(place) == .counter {
                guard let counter = context.counters[name.text] else { continue }
                kind = .counter(counter)
            } else {
                kind = .value(context.slots[name.text])
            }
            map.statements.declared.append(Declared(kind: kind, what: what, name: name.text, range: name.range))
        }
    }

    private func isUsed(_ handler: String, _ context: FlowContext) -> Bool { usedHandlers.contains(handler) }

    /// An import is used if a node uses its flow, or if it brings handlers or classes.
    private func isImportUsed(_ place: Place, _ context: FlowContext) -> Bool {
        let targets = links[place.document].imports
        let files = documents.children(
            Place(document: place.document, element: documents.trees[place.document].root), .import)
        guard let index = files.firstIndex(of: place), index < targets.count else { return true }
        let root = Place(document: targets[index], element: documents.trees[targets[index]].root)
        if !documents.children(root, .class).isEmpty || !documents.children(root, .handler).isEmpty { return true }
        let name = documents.attribute(.name, root)?.text
        return context.composition.nodes.contains { node in first(.flow, node)?.text == name }
    }
}
