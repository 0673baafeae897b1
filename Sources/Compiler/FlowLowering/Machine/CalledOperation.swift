import FlowSyntax

/// The operation that the request of a node calls.
struct CalledOperation {
    /// The reason why the operation cannot be determined.
    enum Fault: Error {
        /// No service of the flow has the operation.
        case unknownOperation(Name)
        /// No service of this name has the operation.
        case unknownService(Name)
        /// Several services have the operation or challenge.
        case ambiguous(Name, [ServiceDescription])
        /// The operation does not have the variant.
        case unknownVariant(Name, of: ServiceDescription.Operation, in: ServiceDescription)
        /// No service of the flow has the challenge.
        case unknownChallenge(Name)
    }

    /// The service, the operation, and the variant or challenge that the request names; nil if it is not determined.
    ///
    /// There is neither an operation nor a fault if the node lacks a name, or if the service has no operation for
    /// answers to challenges, or lacks the substitute of this operation.
    let found: Found?
    /// The name that is unknown or ambiguous; nil if no name is.
    let fault: Fault?

    /// An operation of a service, with the variant or challenge that the request names.
    typealias Found = (service: ServiceDescription, operation: ServiceDescription.Operation, variant: Symbol?)

    init(_ node: UnitNode, in unit: FlowUnit) {
        do throws(Fault) {
            found = try Self.resolve(node, unit.declarations.substitutes, unit.services)
            fault = nil
        } catch {
            found = nil
            fault = error
        }
    }

    /// Resolves the operation that a node calls, or with which it answers a challenge.
    ///
    /// - Returns: the operation; nil if the node names no operation or challenge, or if the service lacks the operation
    ///   for answers or its substitute
    /// - Throws: a fault if a name is unknown or ambiguous
    private static func resolve(
        _ node: UnitNode, _ substitutes: [Symbol: Name], _ services: ServiceSet
    ) throws(Fault) -> Found? {
        switch node.kind {
        case .call: try resolveCall(node, substitutes, services)
        case .challenge:
            try resolveAnswer(to: node.nearest(\.answered) ?? node.nearest(\.challenge), substitutes, services)
        default: try resolveAnswer(to: node.answers.first?.challenge, substitutes, services)
        }
    }

    /// Resolves the operation, or its substitute, and the variant that a `call` names.
    ///
    /// - Returns: the operation, or nil if the call names none
    /// - Throws: a fault if a name is unknown, or if several services have the operation
    private static func resolveCall(
        _ node: UnitNode, _ substitutes: [Symbol: Name], _ services: ServiceSet
    ) throws(Fault) -> Found? {
        guard let name = node.nearest(\.operation) else { return nil }
        let actual = substitutes[name.symbol] ?? name
        let owner = try owner(of: actual, serviceName: node.nearest(\.service), services)
        // The owner has the operation, so this never returns nil.
        guard let operation = owner.operations[actual.symbol] else { return nil }
        let variant = node.nearest(\.variant)
        if let variant, !owner.variants(of: operation).contains(variant.symbol) {
            throw .unknownVariant(variant, of: operation, in: owner)
        }
        return (owner, operation, variant?.symbol)
    }

    /// Returns the service that has an operation: the one named `serviceName` or, if that is nil, the only one.
    ///
    /// - Throws: a fault if no service qualifies, or several services have the operation and `serviceName` is nil
    private static func owner(
        of operation: Name, serviceName: Name?, _ services: ServiceSet
    ) throws(Fault) -> ServiceDescription {
        var owners = services.withOperation(operation.symbol)
        if owners.isEmpty { throw .unknownOperation(operation) }
        if let serviceName {
            owners = owners.filter { $0.name == serviceName.symbol }
            // Services of the same name are reported by themselves.
            guard let owner = owners.first else { throw .unknownService(serviceName) }
            return owner
        }
        guard owners.count == 1 else { throw .ambiguous(operation, owners) }
        return owners[0]
    }

    /// Resolves the operation that answers a challenge, or its substitute.
    ///
    /// - Returns: the operation; nil if the node names no challenge, or the service lacks the operation or substitute
    /// - Throws: a fault if no service or several services have the challenge
    private static func resolveAnswer(
        to challenge: Name?, _ substitutes: [Symbol: Name], _ services: ServiceSet
    ) throws(Fault) -> Found? {
        guard let challenge else { return nil }
        let owners = services.withChallenge(challenge.symbol)
        guard let service = owners.first else { throw .unknownChallenge(challenge) }
        guard owners.count == 1 else { throw .ambiguous(challenge, owners) }
        guard let answer = service.answer,
            let operation = service.operations[substitutes[answer]?.symbol ?? answer]
        else { return nil }
        return (service, operation, challenge.symbol)
    }
}
