import FlowDiagnostics
import FlowSyntax

/// A flow put together from its file and the files that it extends: nodes by name, each with all its parts.
struct Composition: Sendable {
    /// The files, the flow's own first, then those that it extends.
    var roots: [FlowDeclaration]
    var nodes: [ComposedNode] = []
    var nodeIndex: [Symbol: Int] = [:]
    /// Where inherited nodes are removed.
    var removals: [Symbol: SourceRange] = [:]
    /// All groups of all files.
    var groups: [FlowDeclaration.Group] = []
    /// The documents of other flows by name, for uses.
    var imports: [Symbol: Int] = [:]
    /// Imported files, whose handlers and classes count too.
    var importedRoots: [FlowDeclaration] = []

    /// The first node that the flow, or the nearest that it extends, names.
    var start: Name? { roots.lazy.compactMap(\.start).first }
}

/// A node with its parts: extensions first, the inherited one last.
struct ComposedNode: Sendable {
    /// Its identifier, with the place of its nearest part.
    var id: Name
    var kind: ElementName
    /// The parts; none if an extension removes the node.
    var parts: [NodeFragment]
    /// The groups around it, nearest first; those around an extension before those around the node that it extends.
    var groups: [FlowDeclaration.Group]
    /// Whether its nearest part is in the file of the flow itself.
    var isOwn: Bool
}
