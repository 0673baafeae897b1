import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// A node of a flow, with all its parts and the scopes around it.
final class UnitNode: Sendable {
    /// The identifier, with its place in the nearest part.
    let id: Name
    let kind: ElementName
    /// The parts, extensions first and the base last; never empty.
    let parts: [NodeFragment]
    /// Whether the nearest part is in the file of the flow itself.
    let isOwn: Bool
    let body: NodeBody
    /// The scopes that apply to the node, nearest first: its parts, their groups, the flow and its base flows.
    let scopes: [ScopeDeclaration]
    let shape: NodeShape
    /// The keys for which the node must record whether its last request carried them.
    ///
    /// For a guard on an error, the node needs a record only if statements run before the guard. Otherwise, the sent
    /// values are still unchanged.
    let sentKeys: Set<Symbol>

    /// Creates the node of a flow.
    ///
    /// - Parameters:
    ///   - node: the composed node, which must not be removed
    ///   - flows: the scopes of the flow and its base flows
    ///   - derived: the derived values of the flow
    init(_ node: ComposedNode, in flows: [ScopeDeclaration], derived: [DerivedDeclaration]) {
        (id, kind, parts, isOwn) = (node.id, node.kind, node.parts, node.isOwn)
        // Most nodes have only one part, whose items need no copy.
        body = NodeBody(
            parts.count == 1 ? parts[0].scope.items : parts.reversed().flatMap(\.scope.items))
        scopes = node.parts.map(\.scope) + node.groups.map(\.scope) + flows
        shape = NodeShape(node.kind, body, node.parts, scopes, derives: !derived.isEmpty)
        let onErrors = scopes.contains(where: \.changesOnError) ? scopes.flatMap(\.sentKeysOnError) : []
        let keys = scopes.flatMap(\.sentKeys) + derived.flatMap(\.sentKeys) + onErrors
        sentKeys = shape.requests ? Set(keys) : []
    }

    /// The answers in all parts, extensions first.
    var answers: [AnswerDeclaration] { parts.flatMap(\.answers) }

    /// The scopes that apply to the request, nearest first: the answers, then the scopes of the node.
    var requestScopes: [ScopeDeclaration] { answers.map(\.scope) + scopes }

    /// Returns the value of an attribute in the nearest part that has it, or nil if no part has it.
    func nearest(_ attribute: (NodeFragment) -> Name?) -> Name? { parts.lazy.compactMap(attribute).first }

    /// Returns the ask whose answer `on select` tests: the first for a choice, or nil if there is none.
    func choiceAsk(in declarations: UnitDeclarations) -> AskSyntax? {
        (body.asks + outerScopes.flatMap(\.asks)).first { declarations.values[$0.stored.symbol]?.type == .choice }
    }

    /// The scopes around the node, innermost first.
    var outerScopes: ArraySlice<ScopeDeclaration> { scopes[parts.count...] }
}
