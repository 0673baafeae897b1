import FlowDiagnostics
import FlowSyntax

/// One name in one file that must be found wrong when it is.
struct NameSite: Sendable {
    /// The file.
    let path: String
    /// The element and attribute, for reports.
    let subject: String
    /// The bytes of the name in the file.
    let range: Range<Int>
    /// The line and column, for reports.
    let position: SourcePosition
}

/// Finds the names in the files of a flow.
struct NameSites {
    let graph: DocumentGraph
    /// The names of values that are choices, and nodes that ask for one, in any of the files.
    private var choices: Set<String> = []
    private var choosingNodes: Set<String> = []

    init(_ graph: DocumentGraph) {
        self.graph = graph
        for node in graph.nodes where node.document.kind == .flow { collectChoices(node.document.tree) }
    }

    /// All names in a document.
    func all(in node: DocumentGraph.Node) -> [NameSite] {
        guard let kind = node.document.kind else { return [] }
        let tree = node.document.tree
        return tree.allElements.flatMap { element in
            tree.attributes(of: element).flatMap { attribute in
                ranges(of: attribute, element, tree, kind).map { range in
                    NameSite(
                        path: node.path, subject: "\(tree.name(of: element).spelling)/@\(attribute.name.spelling)",
                        range: range.offsets, position: tree.file.position(ofOffset: Int(range.start)))
                }
            }
        }
    }

    private mutating func collectChoices(_ tree: SyntaxTree) {
        for element in tree.allElements {
            guard tree.attribute(.of, of: element) != nil, let name = tree.text(.name, of: element) else { continue }
            choices.insert(name)
            guard tree.name(of: element) == .ask, let parent = tree.parent(of: element) else { continue }
            choosingNodes.insert(id(parent, tree))
        }
    }

    private func id(_ node: ElementID, _ tree: SyntaxTree) -> String {
        tree.text(.id, of: node) ?? tree.text(.name, of: node) ?? ""
    }

    private func ranges(
        of attribute: SyntaxAttribute, _ element: ElementID, _ tree: SyntaxTree, _ kind: DocumentKind
    ) -> [SourceRange] {
        let name = tree.name(of: element)
        switch ReferenceTable.role(attribute.name, of: name, in: kind) {
        case .reference:
            if name == .clear { return words(attribute, tree).filter { tree.file.text($0.offsets) != "error" } }
            return isPath(attribute.name, name) ? [tree.valueRange(of: attribute)] : words(attribute, tree)
        case .referenceIfInherited: return tree.text(.inherit, of: element) == nil ? [] : words(attribute, tree)
        case .referenceUnlessNumber:
            return tree.trimmedText(of: attribute).first?.isNumber == true ? [] : words(attribute, tree)
        case .condition:
            return GuardNames.ranges(in: tree.text(of: attribute), choices: choices)
                .map { tree.range(ofDecoded: $0, in: attribute) }
        case .wordsOfChoice:
            guard let parent = tree.parent(of: element), choosingNodes.contains(id(parent, tree)) else { return [] }
            return words(attribute, tree)
        case .wordIfChoice(let subject):
            return choices.contains(tree.text(subject, of: element) ?? "") ? [tree.valueRange(of: attribute)] : []
        case .declares, .told, .literal: return []
        }
    }

    private func isPath(_ attribute: AttributeName, _ element: ElementName) -> Bool {
        switch (element, attribute) {
        case (.import, .file), (.flow, .service), (.flow, .extends), (.scenarios, .flow): true
        default: false
        }
    }

    private func words(_ attribute: SyntaxAttribute, _ tree: SyntaxTree) -> [SourceRange] {
        tree.tokens(of: attribute).filter { $0.text != "*" }.map(\.range)
    }
}
