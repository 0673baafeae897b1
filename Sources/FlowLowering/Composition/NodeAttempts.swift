import FlowSyntax

/// Finds the transitions with `attempts` that a node can take.
enum NodeAttempts {
    /// Finds the transitions with `attempts` that a node can take.
    /// - Parameters:
    ///   - node: The node.
    ///   - declarations: The declarations of its flow.
    ///   - transitions: Returns the transitions of a scope.
    /// - Returns: The transitions, nearest first.
    static func all(
        at node: UnitNode, _ declarations: UnitDeclarations,
        transitions: (ScopeDeclaration) -> [TransitionDeclaration]
    ) -> [TransitionDeclaration] {
        guard node.scopes.contains(where: \.countsAttempts) else { return [] }
        let own = node.scopes.flatMap { transitions($0) }
        let works = node.body.statements.flatMap(\.works) + own.flatMap { $0.statements.flatMap(\.works) }
        let derives = node.shape.requests && !declarations.derived.isEmpty
        let workTransitions = works.flatMap { transitions($0.scope) }
        return (own + workTransitions).filter { transition in
            transition.attempts != nil
                && canTake(transition.selector, node, works: derives || !works.isEmpty)
        }
    }

    /// Returns whether an event that matches a selector can occur at a node; `works` is whether a handler can run there.
    private static func canTake(_ selector: TransitionSelector, _ node: UnitNode, works: Bool) -> Bool {
        switch selector.kind {
        case .error, .challenge: node.shape.requests
        case .select: node.shape.presents
        case .failure: works
        case .outcome: node.kind == .use
        case .event: selector.names.contains { canOccur($0.symbol, at: node, works: works) }
        }
    }

    /// Returns whether an event of the host or of a reply can occur at a node.
    private static func canOccur(_ event: Symbol, at node: UnitNode, works: Bool) -> Bool {
        if Symbol.replyEvents.contains(event) { return node.shape.requests }
        if node.kind == .use, event == .timeout, node.scopes.contains(where: { $0.within != nil }) { return true }
        if node.kind == .end {
            return node.parts.contains { $0.scope.ownTransitions.contains { $0.selector.contains(event) } }
        }
        if node.shape.presents { return true }
        return (event == .cancel || event == .start) && (node.shape.requests || works)
    }
}
