import FlowDiagnostics

/// Resolves inheritance: composes a flow from its own file and its base flows.
struct InheritanceResolver {
    private let program: Program
    private let wording: NameDiagnostics
    private var result = Composition(roots: [])
    private var findings: [Diagnostic] = []

    /// Composes the flow of a document.
    ///
    /// - Returns: the composition, and findings about imports and nodes
    static func compose(_ document: Int, of program: Program) -> (composition: Composition, findings: [Diagnostic]) {
        var resolver = InheritanceResolver(program)
        resolver.compose(document)
        return (resolver.result, resolver.findings)
    }

    private init(_ program: Program) {
        self.program = program
        wording = NameDiagnostics(symbols: program.symbols)
    }

    /// Composes the flow of a document, from its farthest base flow to its own file.
    private mutating func compose(_ document: Int) {
        result.roots = program.extensionChain(from: document)
        for root in result.roots.reversed() {
            addImports(of: root)
            result.groups += root.groups
            for member in root.members {
                switch member {
                case .node(let part, let groups): add(part, groups, isOwn: root.document == document)
                case .remove(let names): names.forEach { remove($0) }
                }
            }
        }
    }

    /// Adds the imported flows of a file, and reports an import of another flow with the name of an earlier one.
    private mutating func addImports(of root: FlowDeclaration) {
        let files = root.frame.compactMap { if case .imported(let file) = $0 { file } else { nil } }
        var importsOfRoot: [Symbol: Int] = [:]
        for (index, imported) in program.links[root.document].imports.enumerated() {
            guard let flow = program.flows[imported] else { continue }
            result.importedRoots.append(program.extensionChain(from: imported))
            guard let name = flow.name else { continue }
            if let known = importsOfRoot.updateValue(imported, forKey: name.symbol), known != imported,
                files.indices.contains(index)
            {
                findings.append(wording.secondImport(files[index], of: name))
            }
            result.imports[name.symbol] = imported
        }
    }

    /// Adds a new node, or combines it with the inherited one of its name. A second definition is reported and dropped.
    private mutating func add(_ part: NodeFragment, _ groups: [FlowDeclaration.Group], isOwn: Bool) {
        if let inheritance = part.inheritance {
            return combine(part, groups, isOwn: isOwn, by: inheritance)
        }
        if let existing = result.nodeIndex[part.id.symbol] {
            findings.append(wording.duplicateNode(part.id, first: result.nodes[existing].id.range))
            return
        }
        result.nodeIndex[part.id.symbol] = result.nodes.count
        result.nodes.append(
            ComposedNode(id: part.id, kind: part.kind, parts: [part], groups: groups, isOwn: isOwn))
    }

    /// Extends or replaces the inherited node of the same name.
    ///
    /// Reports and drops the node if none of its name is inherited. An extension of another kind is also reported, and
    /// replaces the inherited node.
    private mutating func combine(
        _ part: NodeFragment, _ groups: [FlowDeclaration.Group], isOwn: Bool, by inheritance: NodeFragment.Inheritance
    ) {
        guard let existing = result.nodeIndex[part.id.symbol] else {
            let verb = inheritance == .extend ? "extend" : "replace"
            findings.append(wording.nothingInherited(part.id, to: verb, among: result.nodes.map(\.id.symbol)))
            return
        }
        let node = result.nodes[existing]
        if node.id.range.file == part.id.range.file {
            findings.append(wording.notInherited(part.id, first: node.id.range))
            return
        }
        let keepsParts = inheritance == .extend && node.kind == part.kind
        if inheritance == .extend, !keepsParts {
            findings.append(wording.inheritedAsOtherKind(part.id, first: node.id.range))
        }
        result.nodes[existing] = ComposedNode(
            id: part.id, kind: part.kind, parts: [part] + (keepsParts ? node.parts : []),
            groups: groups + (inheritance == .extend ? node.groups : []), isOwn: isOwn)
    }

    /// Removes an inherited node, or reports that there is none of this name.
    private mutating func remove(_ name: Name) {
        // A node of the same file is not inherited.
        guard let index = result.nodeIndex[name.symbol], result.nodes[index].id.range.file != name.range.file else {
            findings.append(wording.nothingInherited(name, to: "remove", among: result.nodes.map(\.id.symbol)))
            return
        }
        result.nodeIndex[name.symbol] = nil
        result.removals[name.symbol] = name.range
        result.nodes[index].parts = []
    }
}
