import FlowSyntax

/// The limited attempts at a node.
enum NodeAttempts {
    /// Finds the transitions with `attempts` that a node can take.
    /// - Parameters:
    ///   - node: The node. Transitions on the failures of its handlers count, too.
    ///   - declarations: The declarations of the node's flow.
    ///   - transitions: Returns the transitions of a scope that no extension replaces.
    /// - Returns: The transitions, nearest first.
    static func limitedTransitions(
        at node: UnitNode, _ declarations: UnitDeclarations,
        transitions: (ScopeDeclaration) -> [TransitionDeclaration]
    ) -> [TransitionDeclaration] {
        guard node.scopes.contains(where: \.limitsAttempts) else { return [] }
        let own = node.scopes.flatMap { transitions($0) }
        let handlerUses =
            node.body.statements.flatMap(\.handlerUses) + own.flatMap { $0.statements.flatMap(\.handlerUses) }
        let derives = node.shape.requests && !declarations.derived.isEmpty
        let handlerTransitions = handlerUses.flatMap { transitions($0.scope) }
        return (own + handlerTransitions).filter { transition in
            transition.attempts != nil
                && canTake(transition.selector, node, callsHandlers: derives || !handlerUses.isEmpty)
        }
    }

    /// Returns whether an event that matches a selector can occur at a node.
    private static func canTake(_ selector: TransitionSelector, _ node: UnitNode, callsHandlers: Bool) -> Bool {
        switch selector.kind {
        case .error, .challenge: node.shape.requests
        case .select: node.shape.presents
        case .failure: callsHandlers
        case .outcome: node.kind == .use
        case .event: selector.names.contains { canOccur($0.symbol, at: node, callsHandlers: callsHandlers) }
        }
    }

    /// Returns whether an event of the host or of a reply can occur at a node.
    private static func canOccur(_ event: Symbol, at node: UnitNode, callsHandlers: Bool) -> Bool {
        if Symbol.replyEvents.contains(event) { return node.shape.requests }
        if node.kind == .use, event == .timeout, node.scopes.contains(where: { $0.within != nil }) { return true }
        if node.kind == .end {
            return node.parts.contains { $0.scope.ownTransitions.contains { $0.selector.contains(event) } }
        }
        if node.shape.presents { return true }
        return (event == .cancel || event == .start) && (node.shape.requests || callsHandlers)
    }
}
