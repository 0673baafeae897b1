import FlowSyntax

/// The operation that the request of a node calls, and how.
struct CalledOperation {
    /// Why there is none.
    enum Fault {
        case operation(Name)
        /// No service of the flow has this name, or not this operation.
        case service(Name)
        /// Several services have it.
        case several(Name, [ServiceDescription])
        case variant(Name, of: ServiceDescription.Operation, in: ServiceDescription)
        case challenge(Name)
    }

    /// The service, the operation, and its variant or the challenge that it answers.
    private(set) var found: (service: ServiceDescription, operation: ServiceDescription.Operation, variant: Symbol?)?
    /// The name that stands for nothing.
    private(set) var fault: Fault?

    /// The operation of a node.
    init(_ node: UnitNode, in unit: FlowUnit) {
        let substitutes = unit.declarations.substitutes
        switch node.kind {
        case .call: call(node, substitutes, unit.services)
        case .challenge: answer(node.nearest(\.answered) ?? node.nearest(\.challenge), substitutes, unit.services)
        default: answer(node.answers.first?.challenge, substitutes, unit.services)
        }
    }

    private mutating func call(_ node: UnitNode, _ substitutes: [Symbol: Name], _ services: ServiceSet) {
        guard let name = node.nearest(\.operation) else { return }
        let actual = substitutes[name.symbol] ?? name
        var known = services.withOperation(actual.symbol)
        guard !known.isEmpty else { return fault = .operation(actual) }
        if let chosen = node.nearest(\.service) {
            known = known.filter { $0.name == chosen.symbol }
            guard !known.isEmpty else { return fault = .service(chosen) }
        }
        guard known.count == 1 else { return fault = .several(actual, known) }
        guard let operation = known[0].operations[actual.symbol] else { return }
        let variant = node.nearest(\.variant)
        if let variant, !known[0].variants(of: operation).contains(variant.symbol) {
            return fault = .variant(variant, of: operation, in: known[0])
        }
        found = (known[0], operation, variant?.symbol)
    }

    private mutating func answer(_ challenge: Name?, _ substitutes: [Symbol: Name], _ services: ServiceSet) {
        guard let challenge else { return }
        let known = services.withChallenge(challenge.symbol)
        guard let service = known.first else { return fault = .challenge(challenge) }
        guard known.count == 1 else { return fault = .several(challenge, known) }
        guard let answer = service.answer else { return }
        guard let operation = service.operations[substitutes[answer]?.symbol ?? answer] else { return }
        found = (service, operation, challenge.symbol)
    }
}
