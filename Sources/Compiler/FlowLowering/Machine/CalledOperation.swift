import FlowSyntax

/// The operation that the request of a node calls.
struct CalledOperation {
    /// The reason why the operation cannot be determined.
    enum Fault {
        /// No service of the flow has the operation.
        case operation(Name)
        /// No service of this name has the operation.
        case service(Name)
        /// Several services have the operation or challenge.
        case several(Name, [ServiceDescription])
        /// The operation does not have the variant.
        case variant(Name, of: ServiceDescription.Operation, in: ServiceDescription)
        /// No service of the flow has the challenge.
        case challenge(Name)
    }

    /// The service, the operation, and the variant or challenge that the request names; nil if it is not determined.
    ///
    /// A node with structural errors can have neither an operation nor a fault.
    private(set) var found: (service: ServiceDescription, operation: ServiceDescription.Operation, variant: Symbol?)?
    /// The name that is unknown or ambiguous; nil if no name is.
    private(set) var fault: Fault?

    /// Determines the operation of a node that sends a request.
    init(_ node: UnitNode, in unit: FlowUnit) {
        let substitutes = unit.declarations.substitutes
        switch node.kind {
        case .call: resolveCall(node, substitutes, unit.services)
        case .challenge:
            resolveAnswer(to: node.nearest(\.answered) ?? node.nearest(\.challenge), substitutes, unit.services)
        default: resolveAnswer(to: node.answers.first?.challenge, substitutes, unit.services)
        }
    }

    /// Resolves the operation, or its substitute, and the variant that a `call` names.
    private mutating func resolveCall(_ node: UnitNode, _ substitutes: [Symbol: Name], _ services: ServiceSet) {
        guard let name = node.nearest(\.operation) else { return }
        let actual = substitutes[name.symbol] ?? name
        var owners = services.withOperation(actual.symbol)
        guard !owners.isEmpty else { return fault = .operation(actual) }
        if let chosen = node.nearest(\.service) {
            owners = owners.filter { $0.name == chosen.symbol }
            guard !owners.isEmpty else { return fault = .service(chosen) }
        }
        guard owners.count == 1 else { return fault = .several(actual, owners) }
        guard let operation = owners[0].operations[actual.symbol] else { return }
        let variant = node.nearest(\.variant)
        if let variant, !owners[0].variants(of: operation).contains(variant.symbol) {
            return fault = .variant(variant, of: operation, in: owners[0])
        }
        found = (owners[0], operation, variant?.symbol)
    }

    /// Resolves the operation that answers a challenge, or its substitute.
    private mutating func resolveAnswer(
        to challenge: Name?, _ substitutes: [Symbol: Name], _ services: ServiceSet
    ) {
        guard let challenge else { return }
        let owners = services.withChallenge(challenge.symbol)
        guard let service = owners.first else { return fault = .challenge(challenge) }
        guard owners.count == 1 else { return fault = .several(challenge, owners) }
        guard let answer = service.answer else { return }
        guard let operation = service.operations[substitutes[answer]?.symbol ?? answer] else { return }
        found = (service, operation, challenge.symbol)
    }
}
