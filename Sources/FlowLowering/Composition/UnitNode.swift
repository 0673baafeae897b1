import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A node of a flow, all its parts together, and where it stands.
final class UnitNode: Sendable {
    /// Its identifier, with the place of its nearest part.
    let id: Name
    let kind: ElementName
    /// Extensions first, the inherited part last; never empty.
    let parts: [NodeFragment]
    /// Whether its nearest part is in the file of the flow itself.
    let isOwn: Bool
    let body: NodeBody
    /// All scopes, nearest first: its own parts, the groups around them, the flow and those that it extends.
    let scopes: [ScopeDeclaration]
    let shape: NodeShape
    /// The keys of its requests that guards at it ask for when values can be others than those that were sent. An error leaves them
    /// alone.
    let sentKeys: Set<Symbol>

    /// A composed node in its flow.
    /// - Parameters:
    ///   - node: the node, which is not removed.
    ///   - flows: the flow and those that it extends.
    ///   - derived: the values that are computed right before requests.
    init(_ node: ComposedNode, in flows: [ScopeDeclaration], derived: [DerivedDeclaration]) {
        (id, kind, parts, isOwn) = (node.id, node.kind, node.parts, node.isOwn)
        body = NodeBody(
            parts.count == 1 ? parts[0].scope.items : parts.reversed().flatMap(\.scope.items))
        scopes = node.parts.map(\.scope) + node.groups.map(\.scope) + flows
        shape = NodeShape(node.kind, body, node.parts, scopes, derives: !derived.isEmpty)
        let onErrors = scopes.contains(where: \.changesOnError) ? scopes.flatMap(\.sentKeysOnError) : []
        let keys = scopes.flatMap(\.sentKeys) + derived.flatMap(\.sentKeys) + onErrors
        sentKeys = shape.requests ? Set(keys) : []
    }

    /// The answers of its parts, extensions first.
    var answers: [AnswerDeclaration] { parts.flatMap(\.answers) }

    /// The elements that speak of its request: those of its answers, then its scopes.
    var requestScopes: [ScopeDeclaration] { answers.map(\.scope) + scopes }

    /// The nearest of the names that its parts give to something.
    func first(_ name: (NodeFragment) -> Name?) -> Name? { parts.lazy.compactMap(name).first }

    /// The ask that its selections are about.
    func choice(_ declarations: UnitDeclarations) -> AskSyntax? {
        (body.asks + outerScopes.flatMap(\.asks)).first { declarations.values[$0.stored.symbol]?.type == .choice }
    }

    /// The scopes around it, from the innermost group on.
    var outerScopes: ArraySlice<ScopeDeclaration> { scopes[parts.count...] }
}
