import FlowDiagnostics
import FlowSyntax

/// A flow composed from its own file and its base flows.
struct Composition: Sendable {
    /// The flow itself, then its base flows, nearest first.
    var roots: [FlowDeclaration]
    var nodes: [ComposedNode] = []
    /// The positions of the nodes that are not removed, by name.
    var nodeIndex: [Symbol: Int] = [:]
    /// The places of `remove` elements, by the name of the removed node.
    var removals: [Symbol: SourceRange] = [:]
    var groups: [FlowDeclaration.Group] = []
    /// The documents of imported flows, by the name of the flow.
    var imports: [Symbol: Int] = [:]
    /// The imported files, which also contribute their handlers and error classes.
    var importedRoots: [FlowDeclaration] = []

    /// The first node, as named by the flow or else by its nearest base flow; nil if no flow names it.
    var start: Name? { roots.lazy.compactMap(\.start).first }

    /// The nodes of the happy path, as named by the flow or else by its nearest base flow; empty if no flow names them.
    var happyPath: [Name] { roots.lazy.map(\.happyPath).first { !$0.isEmpty } ?? [] }
}

/// A node composed from its own part and the parts that it inherits.
struct ComposedNode: Sendable {
    /// The identifier, with its place in the nearest part.
    var id: Name
    var kind: ElementName
    /// The parts, extensions first and the base last; empty if the node is removed.
    var parts: [NodeFragment]
    /// The groups around the node, innermost first. Groups around an extension come before those around its base.
    var groups: [FlowDeclaration.Group]
    /// Whether the nearest part is in the file of the flow itself.
    var isOwn: Bool
}
