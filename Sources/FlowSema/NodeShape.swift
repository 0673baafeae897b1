import FlowSyntax

/// What a node consists of, seen before its names are resolved.
struct NodeShape {
    /// Whether the host is asked.
    var presents = false
    /// Whether a request is sent.
    var requests = false
    /// Whether something happens before the host is asked or the request is sent.
    var hasEntry = false
    /// Whether a transition of the node is limited, so that entering it resets counters.
    var hasLimits = false
    /// Whether something happens between the answer and the request.
    var hasWorkAfterAsk = false
}

extension Lowerer {
    /// The elements of a node's body, inherited ones first.
    func items(of node: Composition.NodeDeclaration) -> [Place] {
        if node.parts.count == 1 { return Array(documents.children(node.parts[0])) }
        return node.parts.reversed().flatMap { Array(documents.children($0)) }
    }

    func isStatement(_ place: Place) -> Bool {
        switch documents.name(place) {
        case .set, .merge, .clear, .handle, .notify, .count, .reset, .error, .go, .otherwise: true
        default: false
        }
    }

    func shape(of node: Composition.NodeDeclaration, _ context: FlowContext) -> NodeShape {
        var shape = NodeShape()
        let items = items(of: node)
        let hasAsk = items.contains { documents.name($0) == .ask }
        let hasAnswer = items.contains { documents.name($0) == .answer }
        let isNamed = node.parts.contains { documents.has(.present, $0) }
        let endsInOtherwise = items.contains { documents.name($0) == .otherwise }
        switch node.element {
        case .step:
            shape.presents = hasAsk || isNamed || !hasAnswer
            shape.requests = hasAnswer
        case .challenge, .call:
            shape.presents = hasAsk || isNamed
            shape.requests = !endsInOtherwise
        default: break
        }
        let lastAsk = items.lastIndex { documents.name($0) == .ask }
        let before = shape.presents ? lastAsk.map { items[..<$0] } ?? items[...] : items[...]
        let after = shape.presents ? lastAsk.map { items[($0 + 1)...] } ?? [] : []
        shape.hasLimits = hasLimitedTransition(node, context)
        let hasPreparation = shape.requests && needsPreparation(node, context)
        shape.hasEntry =
            before.contains(where: isStatement) || shape.hasLimits || (!shape.presents && hasPreparation)
        shape.hasWorkAfterAsk = after.contains(where: isStatement) || hasPreparation
        return shape
    }

    private func hasLimitedTransition(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> Bool {
        allScopes(node, context).contains { hasAny(.limit, of: .on, in: $0) }
    }

    /// Whether some child of a scope has an attribute; found once for flows and groups, since every node asks.
    private func hasAny(_ attribute: AttributeName, of name: ElementName, in scope: Place) -> Bool {
        let isOuter = documents.name(scope) == .flow || documents.name(scope) == .group
        let key = OuterQuestion(scope: scope, name: name)
        if isOuter, let known = outerAnswers[key] { return known }
        let answer = children(scope, name).contains { documents.has(attribute, $0) }
        if isOuter { outerAnswers[key] = answer }
        return answer
    }

    /// Whether values must be computed or chosen right before the request: derived ones and guarded sends. Asking a little too
    /// often only costs a state.
    private func needsPreparation(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> Bool {
        if !context.derived.isEmpty { return true }
        let answers = node.parts.flatMap { documents.children($0, .answer) }
        return (answers + allScopes(node, context)).contains { hasAny(.when, of: .send, in: $0) }
    }
}

/// Whether a flow or group has children of some kind with the attribute that is asked for.
struct OuterQuestion: Hashable {
    let scope: Place
    let name: ElementName
}
