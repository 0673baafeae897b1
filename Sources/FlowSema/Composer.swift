import FlowDiagnostics
import FlowSyntax

/// Puts a flow together.
struct Composer {
    let documents: Documents
    /// By document: the documents that it extends, imports, and its service.
    let links: [DocumentLinks]
    private var result: Composition

    static func compose(
        _ root: Int, _ documents: Documents, _ links: [DocumentLinks], _ bag: inout DiagnosticBag
    ) -> Composition {
        var composer = Composer(documents: documents, links: links, result: Composition(roots: []))
        composer.run(root, &bag)
        return composer.result
    }

    private mutating func run(_ root: Int, _ bag: inout DiagnosticBag) {
        var chain: [Int] = []
        var next: Int? = root
        while let document = next, !chain.contains(document) {
            chain.append(document)
            next = links[document].extends
        }
        result.roots = chain.map { rootPlace($0) }
        result.name = documents.attribute(.name, rootPlace(root))?.text ?? ""
        for document in chain.reversed() {
            for imported in links[document].imports {
                let place = rootPlace(imported)
                result.importedRoots.append(place)
                if let name = documents.attribute(.name, place)?.text { result.imports[name] = place }
            }
            walk(rootPlace(document), groups: [], isOwn: document == root, &bag)
        }
    }

    private func rootPlace(_ document: Int) -> Place {
        Place(document: document, element: documents.trees[document].root)
    }

    private mutating func walk(_ parent: Place, groups: [Place], isOwn: Bool, _ bag: inout DiagnosticBag) {
        for child in documents.children(parent) {
            switch documents.name(child) {
            case .group:
                result.groups.append(child)
                walk(child, groups: [child] + groups, isOwn: isOwn, &bag)
            case .challenge, .call, .step, .choice, .use, .end: add(child, groups, isOwn: isOwn, &bag)
            case .remove: remove(child, &bag)
            default: break
            }
        }
    }

    private mutating func add(_ place: Place, _ groups: [Place], isOwn: Bool, _ bag: inout DiagnosticBag) {
        guard let id = documents.attribute(.id, place) ?? documents.attribute(.name, place) else { return }
        let existing = result.nodeIndex[id.text]
        guard let inherit = documents.attribute(.inherit, place)?.text else {
            if let existing {
                bag.add(duplicate(id, first: result.nodes[existing].range))
                return
            }
            result.nodeIndex[id.text] = result.nodes.count
            result.nodes.append(
                Composition.NodeDeclaration(
                    id: id.text, element: documents.name(place), parts: [place], groups: groups, range: id.range,
                    isOwn: isOwn))
            return
        }
        guard let existing else {
            bag.add(nothingInherited(id, inherit))
            return
        }
        var node = result.nodes[existing]
        node.parts = inherit == "extend" && node.element == documents.name(place) ? [place] + node.parts : [place]
        node.groups = inherit == "extend" ? groups + node.groups : groups
        node.element = documents.name(place)
        node.range = id.range
        node.isOwn = isOwn
        result.nodes[existing] = node
    }

    private mutating func remove(_ place: Place, _ bag: inout DiagnosticBag) {
        for name in documents.names(.node, place) {
            guard let index = result.nodeIndex[name.text] else {
                bag.add(nothingInherited(name, "remove"))
                continue
            }
            result.nodeIndex[name.text] = nil
            result.removals[name.text] = name.range
            result.nodes[index].parts = []
        }
    }

    private func duplicate(_ id: Name, first: SourceRange) -> Diagnostic {
        Diagnostic(
            .duplicateNode, at: id.range, "the node '\(id.text)' is written twice", subjects: [id.text],
            notes: [Diagnostic.Note("first written here", at: first)],
            help: ["give it another id, or say inherit=\"extend\" or inherit=\"replace\" where it is inherited"])
    }

    private func nothingInherited(_ name: Name, _ verb: String) -> Diagnostic {
        let near = NearNames.suggest(name.text, among: result.nodes.map(\.id))
        return Diagnostic(
            .nothingInherited, at: name.range, "there is no inherited node '\(name.text)' to \(verb)",
            subjects: [name.text], help: Findings.help("node", near: near))
    }
}
