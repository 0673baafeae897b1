import FlowDiagnostics
import FlowSyntax

/// The declarations of a flow file. Names are not yet resolved.
final class FlowDeclaration: Sendable {
    /// A `group`, whose scope applies to the nodes inside.
    final class Group: Sendable {
        let scope: ScopeDeclaration

        init(_ scope: ScopeDeclaration) { self.scope = scope }
    }

    /// An element that adds, changes or removes nodes of a flow.
    enum Member: Sendable {
        /// A node, with the groups around it, innermost first.
        case node(NodeFragment, groups: [Group])
        /// The names of inherited nodes that the flow removes.
        case remove([Name])
    }

    let document: Int
    let file: FileID
    /// The place of the flow as a whole in findings.
    let range: SourceRange
    let name: Name?
    let version: String
    /// The first node.
    let start: Name?
    /// The nodes of the happy path in order; empty if the flow does not name it.
    let happyPath: [Name]
    let isAbstract: Bool
    /// The declarations outside of nodes, groups and the flow's scope, in source order.
    let frame: [FrameDeclaration]
    /// The outermost scope, which applies to all nodes.
    let scope: ScopeDeclaration
    /// The nodes and removals, in source order.
    let members: [Member]
    /// The groups, each before those inside it.
    let groups: [Group]

    init(_ root: AttributeDecoder, document: Int) {
        self.document = document
        file = root.tree.fileID
        range = root.range
        name = root.name(.name)
        version = root.word(.version) ?? ""
        start = root.name(.start)
        happyPath = root.names(.happyPath)
        isAbstract = root.flag(.abstract) ?? false
        frame = FrameDeclaration.all(in: root)
        scope = ScopeDeclaration(root, .flow)
        var collector = MemberCollector()
        collector.addMembers(of: root, in: [])
        (members, groups) = (collector.members, collector.groups)
    }

    private struct MemberCollector {
        var members: [Member] = []
        var groups: [Group] = []

        /// Adds the nodes, removals and groups in an element, and those in its groups.
        ///
        /// `enclosingGroups` are the groups around the element, innermost first.
        mutating func addMembers(of parent: AttributeDecoder, in enclosingGroups: [Group]) {
            parent.forEachChild { child, kind in
                switch kind {
                case .group:
                    let group = Group(ScopeDeclaration(child, .group))
                    groups.append(group)
                    addMembers(of: child, in: [group] + enclosingGroups)
                case .challenge, .call, .step, .choice, .use, .end:
                    if let node = NodeFragment(child, kind) { members.append(.node(node, groups: enclosingGroups)) }
                case .remove: members.append(.remove(child.names(.node)))
                default: break
                }
            }
        }
    }
}
