import FlowSyntax

/// The operation that the request of a node calls, and how.
struct CalledOperation {
    /// Why there is none.
    enum Fault {
        case operation(Name)
        case variant(Name, of: ServiceDescription.Operation)
        case challenge(Name)
    }

    /// The operation, and its variant or the challenge that it answers.
    private(set) var found: (operation: ServiceDescription.Operation, variant: Symbol?)?
    /// The name that stands for nothing.
    private(set) var fault: Fault?

    /// The operation of a node.
    init(_ node: UnitNode, in unit: FlowUnit, of service: ServiceDescription) {
        let substitutes = unit.declarations.substitutes
        switch node.kind {
        case .call: call(node, substitutes, service)
        case .challenge: answer(node.first(\.answered) ?? node.first(\.challenge), substitutes, service)
        default: answer(node.answers.first?.challenge, substitutes, service)
        }
    }

    private mutating func call(_ node: UnitNode, _ substitutes: [Symbol: Name], _ service: ServiceDescription) {
        guard let name = node.first(\.operation) else { return }
        let actual = substitutes[name.symbol] ?? name
        guard let operation = service.operations[actual.symbol] else { return fault = .operation(actual) }
        let variant = node.first(\.variant)
        if let variant, !service.variants(of: operation).contains(variant.symbol) {
            return fault = .variant(variant, of: operation)
        }
        found = (operation, variant?.symbol)
    }

    private mutating func answer(
        _ challenge: Name?, _ substitutes: [Symbol: Name], _ service: ServiceDescription
    ) {
        guard let challenge else { return }
        guard service.challenges[challenge.symbol] != nil else { return fault = .challenge(challenge) }
        guard let answer = service.answer else { return }
        guard let operation = service.operations[substitutes[answer]?.symbol ?? answer] else { return }
        found = (operation, challenge.symbol)
    }
}
