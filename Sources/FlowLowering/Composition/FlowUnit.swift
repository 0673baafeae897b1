import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A flow as it stands alone, the compiled one or a sub-flow: its nodes, its declarations, and the transitions of each scope. All uses
/// of a sub-flow share one.
final class FlowUnit: Sendable {
    let composition: Composition
    let declarations: UnitDeclarations
    /// By inherited part of a node: those of its transitions that no extension replaces.
    private let unreplaced: [Int: [TransitionDeclaration]]

    init(_ composition: Composition, _ declarations: UnitDeclarations) {
        self.composition = composition
        self.declarations = declarations
        var unreplaced: [Int: [TransitionDeclaration]] = [:]
        for node in composition.nodes where node.parts.count > 1 {
            for (index, part) in node.parts.enumerated().dropFirst() {
                let nearer = node.parts[..<index].flatMap(\.scope.ownTransitions)
                let own = Set(part.scope.ownTransitions.map(\.number))
                unreplaced[part.scope.number] = part.scope.transitions.filter { inherited in
                    !own.contains(inherited.number) || !nearer.contains { $0.replaces(inherited) }
                }
            }
        }
        self.unreplaced = unreplaced
    }

    /// The file that was compiled, or that the sub-flow is in.
    var root: FlowDeclaration? { composition.roots.first }

    /// Whether the flow is only a part of others: its names are checked, its shape is not.
    var isAbstract: Bool { root?.isAbstract ?? false }

    /// All scopes of a node, nearest first: its own parts, the groups around them, the flow and those that it extends.
    func scopes(of node: ComposedNode) -> [ScopeDeclaration] {
        node.parts.map(\.scope) + node.groups.map(\.scope) + composition.roots.map(\.scope)
    }

    /// The elements that speak of the request of a node: those of its answers, then its scopes.
    func requestScopes(of node: ComposedNode) -> [ScopeDeclaration] {
        node.answers.map(\.scope) + scopes(of: node)
    }

    /// The transitions of a scope and of the answers in it, in the order of writing.
    func transitions(in scope: ScopeDeclaration) -> [TransitionDeclaration] {
        if let known = unreplaced[scope.number] { return known }
        return scope.transitions
    }

    /// The scopes for all nodes, then those of nodes and their answers.
    var allScopes: [ScopeDeclaration] {
        composition.roots.map(\.scope) + composition.groups.map(\.scope)
            + composition.nodes.flatMap { node in
                node.parts.flatMap { part in [part.scope] + part.answers.map(\.scope) }
            }
    }

    /// What a node consists of.
    func shape(of node: ComposedNode) -> NodeShape { NodeShape(node, in: self) }
}
