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
    ///   - flowScopes: the scopes of the flow and its base flows
    ///   - derived: the derived values of the flow
    init(_ node: ComposedNode, in flowScopes: [ScopeDeclaration], derived: [DerivedDeclaration]) {
        (id, kind, parts, isOwn) = (node.id, node.kind, node.parts, node.isOwn)
        body = node.body
        scopes = node.parts.map(\.scope) + node.groups.map(\.scope) + flowScopes
        shape = NodeShape(node.kind, body, node.parts, scopes, derives: !derived.isEmpty)
        let errorKeys = scopes.contains(where: \.changesOnError) ? scopes.flatMap(\.sentKeysOnError) : []
        let keys = scopes.flatMap(\.sentKeys) + derived.flatMap(\.sentKeys) + errorKeys
        sentKeys = shape.requests ? Set(keys) : []
    }

    /// The answers in all parts, extensions first.
    var answers: [AnswerDeclaration] { parts.flatMap(\.answers) }

    /// The scopes that apply to the request, nearest first: the answers, then the scopes of the node.
    var requestScopes: [ScopeDeclaration] { answers.map(\.scope) + scopes }

    /// Returns the value of an attribute in the nearest part that has it, or nil if no part has it.
    func nearest(_ attribute: (NodeFragment) -> Name?) -> Name? { parts.lazy.compactMap(attribute).first }

    /// The outputs or parameters that a reply must contain. The nearest `requires` replaces inherited ones.
    var requires: [Name] { parts.lazy.map(\.requires).first { !$0.isEmpty } ?? [] }

    /// The asks of the node's step: of each name, only the nearest.
    var asks: [AskSyntax] {
        var names: Set<Symbol> = []
        return (body.nearestAsks + outerScopes.flatMap(\.asks)).filter { names.insert($0.name.symbol).inserted }
    }

    /// The `pass` elements of a `use`. The nearest of each name replaces the inherited ones.
    var passes: [PassDeclaration] {
        let passes = bindings.compactMap { if case .pass(let pass) = $0 { pass } else { nil } }
        return NodeBody.nearest(passes, by: \.name.symbol)
    }

    /// The `take` elements of a `use`. The nearest of each name replaces the inherited ones.
    var takes: [TakeDeclaration] {
        let takes = bindings.compactMap { if case .take(let take) = $0 { take } else { nil } }
        return NodeBody.nearest(takes, by: \.name.symbol)
    }

    /// The bindings of a `use`, from the base to the extensions.
    private var bindings: [PortBinding] { parts.reversed().flatMap(\.bindings) }

    /// Returns the ask whose answer `on select` tests: the first for a choice, or nil if there is none.
    func choiceAsk(in declarations: UnitDeclarations) -> AskSyntax? {
        asks.first { declarations.values[$0.stored.symbol]?.type == .choice }
    }

    /// The scopes around the node, innermost first.
    var outerScopes: ArraySlice<ScopeDeclaration> { scopes[parts.count...] }
}
