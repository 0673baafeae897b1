import FlowDiagnostics
import FlowIR
import FlowSyntax

/// A composed flow with its declarations: the compiled flow or a sub-flow. All uses of a sub-flow share one unit.
final class FlowUnit: Sendable {
    let composition: Composition
    let declarations: UnitDeclarations
    /// The services that the flow is written against.
    let services: ServiceSet
    /// The nodes of the composition; nil for a removed one.
    let nodes: [UnitNode?]
    /// The scopes of the flow, its base flows and all groups, then the scopes of nodes and their answers.
    let allScopes: [ScopeDeclaration]
    /// Whether some step is in the scope of an `on select`, but has no ask for a choice. `selection` is then a value.
    let impliesSelection: Bool
    /// The transitions with `attempts` that each node can take: nearest first, and those inside uses of handlers last.
    let countedTransitions: [[TransitionDeclaration]]
    /// The transitions of inherited parts that no extension replaces, by the number of the part's scope.
    private let unreplaced: [Int: [TransitionDeclaration]]

    /// Creates the unit of a composed flow: its nodes, and the transitions and scopes that the passes look up.
    init(_ composition: Composition, _ declarations: UnitDeclarations, _ services: ServiceSet) {
        self.composition = composition
        self.services = services
        self.declarations = declarations
        let unreplaced = Self.unreplacedTransitions(of: composition.nodes)
        self.unreplaced = unreplaced
        let flowScopes = composition.roots.map(\.scope)
        let derived = Array(declarations.derived.values)
        let nodes = composition.nodes.map { node in
            node.parts.isEmpty ? nil : UnitNode(node, in: flowScopes, derived: derived)
        }
        self.nodes = nodes
        countedTransitions = nodes.map { node -> [TransitionDeclaration] in
            guard let node else { return [] }
            return node.countedTransitions(declarations) { unreplaced[$0.number] ?? $0.transitions }
        }
        let parts = composition.nodes.lazy.flatMap(\.parts)
        allScopes =
            flowScopes + composition.groups.map(\.scope) + parts.flatMap { [$0.scope] + $0.answers.map(\.scope) }
        impliesSelection = Self.impliesSelection(nodes, declarations, allScopes)
    }

    /// Returns whether some step is in the scope of an `on select`, but has no ask for a choice.
    private static func impliesSelection(
        _ nodes: [UnitNode?], _ declarations: UnitDeclarations, _ scopes: [ScopeDeclaration]
    ) -> Bool {
        let selecting = Set(scopes.lazy.filter(\.selects).map(\.number))
        guard !selecting.isEmpty else { return false }
        return nodes.contains { node in
            guard let node, node.shape.presents, node.choiceAsk(in: declarations) == nil else { return false }
            return node.scopes.contains { selecting.contains($0.number) }
        }
    }

    /// Returns the transitions of inherited parts that no extension replaces, by the number of the part's scope.
    private static func unreplacedTransitions(of nodes: [ComposedNode]) -> [Int: [TransitionDeclaration]] {
        var result: [Int: [TransitionDeclaration]] = [:]
        for node in nodes where node.parts.count > 1 {
            for (index, part) in node.parts.enumerated().dropFirst() {
                // The parts before this one are its extensions.
                let nearer = node.parts[..<index].flatMap(\.scope.transitions)
                result[part.scope.number] = part.scope.transitions.filter { inherited in
                    !nearer.contains { $0.replaces(inherited) }
                }
            }
        }
        return result
    }

    /// The values that survive a restart: configuration and facts.
    var constants: [Symbol] { declarations.values.values.filter(\.isConstant).map(\.name) }

    /// The flow's own file; nil if the document is not a flow.
    var root: FlowDeclaration? { composition.roots.first }

    /// Whether the flow can only be extended. The names of an abstract flow are checked, but not its behavior.
    var isAbstract: Bool { root?.isAbstract ?? false }

    /// Returns the transitions of a scope and its answers that no extension replaces, in source order.
    func transitions(in scope: ScopeDeclaration) -> [TransitionDeclaration] {
        unreplaced[scope.number] ?? scope.transitions
    }
}

extension UnitNode {
    /// Returns the transitions with `attempts` that the node can take, nearest first.
    ///
    /// Those inside uses of handlers come last. `transitions` returns the transitions of a scope that no
    /// extension replaces.
    fileprivate func countedTransitions(
        _ declarations: UnitDeclarations, transitions: (ScopeDeclaration) -> [TransitionDeclaration]
    ) -> [TransitionDeclaration] {
        guard scopes.contains(where: { !$0.attempts.isEmpty }) else { return [] }
        let own = scopes.flatMap { transitions($0) }
        let handlerUses =
            body.statements.flatMap(\.handlerUses) + own.flatMap { $0.statements.flatMap(\.handlerUses) }
        let derives = shape.requests && !declarations.derived.isEmpty
        let callsHandlers = derives || !handlerUses.isEmpty
        return (own + handlerUses.flatMap { transitions($0.scope) }).filter {
            $0.attempts != nil && canTake($0.selector, callsHandlers: callsHandlers)
        }
    }

    /// Returns whether an event that matches a selector can occur at the node.
    private func canTake(_ selector: TransitionSelector, callsHandlers: Bool) -> Bool {
        switch selector.kind {
        case .error, .challenge: shape.requests
        case .select: shape.presents
        case .failure: callsHandlers
        case .outcome: kind == .use
        case .event: selector.names.contains { canOccur($0.symbol, callsHandlers: callsHandlers) }
        }
    }

    /// Returns whether an event of the host or of a reply can occur at the node.
    private func canOccur(_ event: Symbol, callsHandlers: Bool) -> Bool {
        if Symbol.replyEvents.contains(event) { return shape.requests }
        // A deadline around a use can expire in the sub-flow.
        if kind == .use, event == .timeout, scopes.contains(where: { $0.within != nil }) { return true }
        // An end accepts only the events that it names itself.
        if kind == .end { return parts.contains { $0.scope.ownTransitions.contains { $0.selector.contains(event) } } }
        // A step accepts every host event that a transition names.
        if shape.presents { return true }
        // While a request or a handler runs, the host can only cancel it or start again.
        return (event == .cancel || event == .start) && (shape.requests || callsHandlers)
    }
}

/// A flow composed from its own file and its base flows.
struct Composition: Sendable {
    /// The flow itself, then its base flows, nearest first.
    var roots: [FlowDeclaration]
    var nodes: [ComposedNode] = []
    /// The positions of the nodes that are not removed, by name.
    var nodeIndex: [Symbol: Int] = [:]
    /// The place at which a `remove` names each removed node.
    var removals: [Symbol: SourceRange] = [:]
    var groups: [FlowDeclaration.Group] = []
    /// The documents of imported flows, by the name of the flow.
    var imports: [Symbol: Int] = [:]
    /// The imported flows, each with its base flows, nearest first. They also contribute handlers and error classes.
    var importedRoots: [[FlowDeclaration]] = []

    /// The `start` of the flow or, if it has none, of its nearest base flow that has one; nil if there is none.
    var start: Name? { roots.lazy.compactMap(\.start).first }

    /// The `happy-path` of the flow or, if it has none, of its nearest base flow that has one; empty if there is none.
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

    /// The body of the node, with the parts that it inherits.
    var body: NodeBody {
        // Most nodes have only one part, whose items need no copy.
        NodeBody(parts.count == 1 ? parts[0].scope.items : parts.reversed().flatMap(\.scope.items))
    }

    /// The asks in ``body``, of which the nearest of each name replaces the inherited ones.
    var nearestAsks: [AskSyntax] {
        let asks = parts.count == 1 ? parts[0].scope.asks : parts.reversed().flatMap(\.scope.asks)
        return NodeBody.nearest(asks, by: \.name.symbol)
    }
}
