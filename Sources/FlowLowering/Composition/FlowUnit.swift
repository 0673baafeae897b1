import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A flow as it stands alone, the compiled one or a sub-flow: its nodes, its declarations, and the transitions of each scope. All uses
/// of a sub-flow share one.
final class FlowUnit: Sendable {
    let composition: Composition
    let declarations: UnitDeclarations
    /// The services that it is written against.
    let service: ServiceSet
    /// By node of the composition: the node, nil if an extension removes it.
    let nodes: [UnitNode?]
    /// The scopes for all nodes, then those of nodes and their answers.
    let allScopes: [ScopeDeclaration]
    /// Whether some step listens to selections without an ask for a choice of its own: then `selection` is a value.
    let impliesSelection: Bool
    /// By node: the transitions that it can take and whose attempts are counted, nearest first.
    let attempts: [[TransitionDeclaration]]
    /// By inherited part of a node: those of its transitions that no extension replaces.
    private let unreplaced: [Int: [TransitionDeclaration]]

    init(_ composition: Composition, _ declarations: UnitDeclarations, _ service: ServiceSet) {
        self.composition = composition
        self.service = service
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
        let flows = composition.roots.map(\.scope)
        let derived = Array(declarations.derived.values)
        let nodes = composition.nodes.map { node in
            node.parts.isEmpty ? nil : UnitNode(node, in: flows, derived: derived)
        }
        self.nodes = nodes
        attempts = nodes.map { node in
            node.map { node in
                NodeAttempts.all(at: node, declarations) { unreplaced[$0.number] ?? $0.transitions }
            } ?? []
        }
        let parts = composition.nodes.lazy.flatMap(\.parts)
        allScopes = flows + composition.groups.map(\.scope) + parts.flatMap { [$0.scope] + $0.answers.map(\.scope) }
        let selecting = Set(allScopes.lazy.filter(\.selects).map(\.number))
        impliesSelection =
            !selecting.isEmpty
            && nodes.contains { node in
                guard let node, node.shape.presents, node.choice(declarations) == nil else { return false }
                return node.scopes.contains { selecting.contains($0.number) }
            }
    }

    /// The file that was compiled, or that the sub-flow is in.
    var root: FlowDeclaration? { composition.roots.first }

    /// Whether the flow is only a part of others: its names are checked, its shape is not.
    var isAbstract: Bool { root?.isAbstract ?? false }

    /// The transitions of a scope and of the answers in it, in the order of writing.
    func transitions(in scope: ScopeDeclaration) -> [TransitionDeclaration] {
        unreplaced[scope.number] ?? scope.transitions
    }
}
