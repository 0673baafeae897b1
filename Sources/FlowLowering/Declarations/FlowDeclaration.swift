import FlowDiagnostics
import FlowSyntax

/// A flow file, read completely: every attribute of every element once. Names are not yet resolved.
final class FlowDeclaration: Sendable {
    /// A group: what it says for the nodes inside.
    final class Group: Sendable {
        let scope: ScopeDeclaration

        init(_ scope: ScopeDeclaration) { self.scope = scope }
    }

    /// What adds to the nodes of a flow, or takes from them, in the order of writing.
    enum Member: Sendable {
        /// A node, with the groups around it, nearest first.
        case node(NodeFragment, groups: [Group])
        case remove([Name])
    }

    /// The number of the document.
    let document: Int
    let file: FileID
    /// The place that stands for the flow as a whole.
    let range: SourceRange
    let name: Name?
    let version: String
    /// The first node.
    let start: Name?
    let isAbstract: Bool
    /// What it declares besides nodes, in the order of writing.
    let frame: [FrameDeclaration]
    /// What it says for all nodes.
    let scope: ScopeDeclaration
    let members: [Member]
    /// All groups, outer ones first.
    let groups: [Group]

    /// Reads a document.
    init(_ root: AttributeDecoder, document: Int) {
        self.document = document
        file = root.tree.fileID
        range = root.range
        name = root.name(.name)
        version = root.word(.version) ?? ""
        start = root.name(.start)
        isAbstract = root.flag(.abstract) ?? false
        frame = FrameDeclaration.all(in: root)
        scope = ScopeDeclaration(root, .flow)
        var walk = MemberWalk()
        walk.read(root, in: [])
        (members, groups) = (walk.members, walk.groups)
    }

    private struct MemberWalk {
        var members: [Member] = []
        var groups: [Group] = []

        mutating func read(_ parent: AttributeDecoder, in groups: [Group]) {
            parent.forEachChild { child, kind in
                switch kind {
                case .group:
                    let group = Group(ScopeDeclaration(child, .group))
                    self.groups.append(group)
                    read(child, in: [group] + groups)
                case .challenge, .call, .step, .choice, .use, .end:
                    NodeFragment(child, kind).map { members.append(.node($0, groups: groups)) }
                case .remove: members.append(.remove(child.names(.node)))
                default: break
                }
            }
        }
    }
}
