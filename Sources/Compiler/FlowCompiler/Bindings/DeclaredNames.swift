package import FlowDiagnostics
import FlowIR
package import FlowSyntax
import FlowTable

/// The Swift names that authors give to parts of a flow by the attribute `swift-name`.
///
/// A Swift name applies to all parts of the flow that have the same kind and name. A file overrides the names in the
/// files that are loaded after it, such as its base flows.
struct DeclaredNames {
    enum Kind: String {
        case input, command, answer, value, step, outcome
    }

    private struct Part: Hashable {
        var kind: Kind
        var name: String
    }

    /// The Swift name of the flow itself; nil if it has none.
    let flow: String?
    /// A finding for each Swift name that differs from the first one of the same part in the same file.
    private(set) var conflicts: [Diagnostic] = []
    private var names: [Part: String] = [:]
    private let graph: DocumentGraph
    private let nodes: DeclaredNodes

    init(_ graph: DocumentGraph, _ nodes: DeclaredNodes) {
        self.graph = graph
        self.nodes = nodes
        flow = graph.root.flatMap { $0.tree.text(.swiftName, of: $0.tree.root) }
        let flowAndBases = graph.nodes.isEmpty ? [] : Set(graph.flowAndBases(from: 0))
        for index in graph.nodes.indices { read(index, isFlowOrBase: flowAndBases.contains(index)) }
    }

    /// Returns the name in Swift that the author chose for a part of the flow, or nil if there is none.
    func name(of kind: Kind, _ name: String) -> String? { names[Part(kind: kind, name: name)] }

    /// Reads the names in a document. Only the flow and its base flows have inputs that the host sees.
    private mutating func read(_ document: Int, isFlowOrBase: Bool) {
        let tree = graph.nodes[document].document.tree
        var own: [Part: (name: String, range: SourceRange)] = [:]
        for element in tree.allElements {
            guard let attribute = tree.attribute(.swiftName, of: element), let part = part(element, in: document),
                part.kind != .input || isFlowOrBase
            else { continue }
            let name = tree.text(of: attribute)
            let range = tree.valueRange(of: attribute)
            guard let first = own[part] else {
                own[part] = (name, range)
                continue
            }
            if first.name != name { conflicts.append(Self.conflict(part, first, (name, range))) }
        }
        names.merge(own.mapValues(\.name)) { nearest, _ in nearest }
    }

    /// Returns the part that an element declares, or nil if it declares none that can have a Swift name.
    private func part(_ element: ElementID, in document: Int) -> Part? {
        let tree = graph.nodes[document].document.tree
        switch tree.name(of: element) {
        case .input: return tree.text(.name, of: element).map { Part(kind: .input, name: $0) }
        case .command: return tree.text(.name, of: element).map { Part(kind: .command, name: $0) }
        case .ask: return tree.text(.name, of: element).map { Part(kind: .answer, name: $0) }
        case .show: return tree.text(.name, of: element).map { Part(kind: .value, name: $0) }
        case .challenge, .call, .step: return node(.step, named: .present, element, in: document)
        case .end: return node(.outcome, named: .outcome, element, in: document)
        default: return nil
        }
    }

    /// Returns the step or the outcome of a node: the nearest value of an attribute, or else the node's identifier.
    ///
    /// The result is nil if the node has no identifier.
    private func node(
        _ kind: Kind, named attribute: AttributeName, _ element: ElementID, in document: Int
    ) -> Part? {
        let tree = graph.nodes[document].document.tree
        guard let id = DeclaredNodes.id(of: element, in: tree) else { return nil }
        let names = nodes.parts(of: id, from: document).lazy.compactMap { $0.tree.text(attribute, of: $0.element) }
        return Part(kind: kind, name: names.first ?? id)
    }

    /// Returns the finding about a part to which one file gives two different Swift names.
    private static func conflict(
        _ part: Part, _ first: (name: String, range: SourceRange), _ second: (name: String, range: SourceRange)
    ) -> Diagnostic {
        Diagnostic(
            .swiftNameClash, at: second.range,
            "the \(part.kind.rawValue) '\(part.name)' has the Swift names '\(first.name)' and '\(second.name)'",
            notes: [Diagnostic.Note("first named here", at: first.range)],
            help: ["write the same 'swift-name' in both places, or remove one of them"])
    }
}

/// Finds the elements that declare the nodes of a flow and of its base flows.
package struct DeclaredNodes {
    struct Part {
        let tree: SyntaxTree
        let element: ElementID
    }

    private let graph: DocumentGraph
    /// By document: the elements of its nodes, by identifier.
    private let elements: [[String: ElementID]]
    /// By document: the identifiers of its nodes, by their offsets. The source can spell them with references.
    private let ids: [[Int32: String]]

    /// Collects the elements of all documents.
    package init(_ graph: DocumentGraph) {
        self.graph = graph
        elements = graph.nodes.map { Self.elements(in: $0.document.tree) }
        ids = zip(graph.nodes, elements).map { node, elements in
            let tree = node.document.tree
            return elements.reduce(into: [:]) { ids, element in
                guard let attribute = Self.idAttribute(of: element.value, in: tree) else { return }
                ids[tree.valueRange(of: attribute).start] = element.key
            }
        }
    }

    /// Returns the nearest `doc` of the node whose identifier is at a place; empty if there is no such node or `doc`.
    package func doc(ofNodeAt range: SourceRange) -> String {
        guard let document = graph.nodes.firstIndex(where: { $0.document.fileID == range.file }),
            let id = ids[document][range.start]
        else { return "" }
        for part in parts(of: id, from: document) {
            let doc = part.tree.doc(of: part.element)
            if !doc.isEmpty { return doc }
        }
        return ""
    }

    /// Returns the parts of a node in a document and its base flows, nearest first.
    func parts(of id: String, from document: Int) -> [Part] {
        var parts: [Part] = []
        for index in graph.flowAndBases(from: document) {
            guard let element = elements[index][id] else { continue }
            let tree = graph.nodes[index].document.tree
            parts.append(Part(tree: tree, element: element))
            // This part inherits nothing from the base flows.
            if tree.text(.inherit, of: element) == "replace" { break }
        }
        return parts
    }

    /// Returns the identifier of a node, or else its name, which is the default for a challenge; nil if it has neither.
    static func id(of element: ElementID, in tree: SyntaxTree) -> String? {
        idAttribute(of: element, in: tree).map { tree.trimmedText(of: $0) }
    }

    private static func idAttribute(of element: ElementID, in tree: SyntaxTree) -> SyntaxAttribute? {
        tree.attribute(.id, of: element) ?? tree.attribute(.name, of: element)
    }

    /// Returns the elements of the nodes in a document, by identifier.
    private static func elements(in tree: SyntaxTree) -> [String: ElementID] {
        var result: [String: ElementID] = [:]
        for element in tree.allElements {
            switch tree.name(of: element) {
            case .challenge, .call, .step, .choice, .use, .end:
                if let id = id(of: element, in: tree) { result[id] = element }
            default: continue
            }
        }
        return result
    }
}

extension DocumentGraph {
    /// Returns the indices of a flow's document and of the documents of its base flows, nearest first.
    func flowAndBases(from document: Int) -> [Int] {
        Array(sequence(first: document) { self.targets(of: $0, .extends).first })
    }
}

/// A handler as a flow file declares it.
struct DeclaredHandler {
    struct Port {
        var name: String
        var type: SlotType
        var isRequired: Bool
    }

    /// The handler's `doc` as one line; empty if it has none.
    var doc = ""
    var needs: [Port] = []
    var gives: [Port] = []
    var failures: [String] = []
}

/// Reads the texts and declarations of a flow's files that the compiled flow does not contain.
struct DeclarationReader {
    let nodes: DeclaredNodes
    /// The Swift names that the files give to parts of the flow.
    let names: DeclaredNames
    private let graph: DocumentGraph

    init(_ compilation: Compilation) {
        graph = compilation.graph
        nodes = DeclaredNodes(graph)
        names = DeclaredNames(graph, nodes)
    }

    /// The flow's `doc` as one line; empty if it has none.
    var doc: String { graph.root.map { $0.tree.doc(of: $0.tree.root) } ?? "" }

    /// The `doc`s of the declared commands, by name.
    ///
    /// A `doc` in the compiled file replaces those in other files.
    var commandDocs: [String: String] {
        var result: [String: String] = [:]
        for node in graph.nodes.reversed() {
            let tree = node.document.tree
            for element in tree.children(of: tree.root, named: .command) {
                guard let name = tree.text(.name, of: element) else { continue }
                let doc = tree.doc(of: element)
                if !doc.isEmpty { result[name] = doc }
            }
        }
        return result
    }

    /// The declared handlers by name.
    /// A declaration in the compiled file replaces those in other files.
    var handlers: [String: DeclaredHandler] {
        var result: [String: DeclaredHandler] = [:]
        for node in graph.nodes.reversed() {
            let tree = node.document.tree
            for element in tree.children(of: tree.root, named: .handler) {
                guard let name = tree.text(.name, of: element) else { continue }
                result[name] = Self.handler(element, in: tree)
            }
        }
        return result
    }

    /// Reads the ports and the failures of a handler's declaration.
    private static func handler(_ element: ElementID, in tree: SyntaxTree) -> DeclaredHandler {
        var handler = DeclaredHandler(doc: tree.doc(of: element))
        tree.forEachChild(of: element) { child, kind in
            switch kind {
            case .needs: handler.needs += ports(child, in: tree)
            case .gives: handler.gives += ports(child, in: tree)
            case .fails: handler.failures += names(child, in: tree)
            default: break
            }
        }
        return handler
    }

    /// Returns the ports that an element `needs` or `gives` declares, all with the same type.
    private static func ports(_ element: ElementID, in tree: SyntaxTree) -> [DeclaredHandler.Port] {
        let type = tree.text(.type, of: element).flatMap(SlotType.init(name:)) ?? .text
        let isRequired = tree.text(.required, of: element) != "false"
        return names(element, in: tree).map { DeclaredHandler.Port(name: $0, type: type, isRequired: isRequired) }
    }

    /// Returns the words in the `name` of an element.
    private static func names(_ element: ElementID, in tree: SyntaxTree) -> [String] {
        guard let attribute = tree.attribute(.name, of: element) else { return [] }
        return tree.text(of: attribute).split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
