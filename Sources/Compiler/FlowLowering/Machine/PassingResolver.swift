import FlowDiagnostics
import FlowIR
import FlowSyntax

/// Resolves the names in `unless-before` to the states in which a path passes them.
struct PassingResolver {
    /// A name that is unknown or ambiguous.
    struct Fault: Error {
        let finding: Diagnostic
    }

    private let builder: MachineBuilder
    private let numbering: StateNumbering
    private let wording: NameDiagnostics

    init(_ builder: MachineBuilder, _ numbering: StateNumbering) {
        self.builder = builder
        self.numbering = numbering
        wording = NameDiagnostics(symbols: builder.program.symbols)
    }

    /// Returns the ways to pass a name: a path passes the name if it contains one of them.
    ///
    /// The result is empty if no path can pass the name, or if a use in the name has no sub-flow, which another pass
    /// reports.
    ///
    /// - Throws: a fault if the name is unknown or ambiguous
    func passings(of name: PassingName, in outer: Instance) throws(Fault) -> [Passing] {
        var instance = outer
        guard let last = name.path.last else { return [] }
        for use in name.path.dropLast() {
            guard let inner = try subFlow(of: Name(symbol: use, range: name.whole.range), in: instance) else {
                return []
            }
            instance = inner
        }
        let lastName = Name(symbol: last, range: name.whole.range)
        guard let outcome = name.outcome else { return try passings(named: lastName, in: instance) }
        guard let inner = try subFlow(of: lastName, in: instance) else { return [] }
        return try ends(with: Name(symbol: outcome, range: name.whole.range), of: inner)
    }

    /// Returns the sub-flow of a use, or nil if the use has none, which another pass reports.
    ///
    /// - Throws: a fault if no use has this name
    private func subFlow(of name: Name, in instance: Instance) throws(Fault) -> Instance? {
        let composition = instance.unit.composition
        guard let index = composition.nodeIndex[name.symbol], let node = instance.unit.nodes[index], node.kind == .use
        else {
            let uses = instance.unit.nodes.compactMap { $0?.kind == .use ? $0?.id.symbol : nil }
            throw Fault(finding: wording.unknown(name, "use", .unknownTarget, among: uses))
        }
        return builder.plan.uses[instance.number][index]
    }

    /// Returns the ways to pass a challenge, a node or a handler; a name is looked up in this order.
    ///
    /// The name of a challenge does not mean the node of that name, because the node need not answer the challenge.
    ///
    /// - Throws: a fault if the name is unknown, or if it names a use whose sub-flow has several outcomes
    private func passings(named name: Name, in instance: Instance) throws(Fault) -> [Passing] {
        if !instance.unit.services.withChallenge(name.symbol).isEmpty {
            return answers(to: name.symbol, in: instance)
        }
        let unit = instance.unit
        if let index = unit.composition.nodeIndex[name.symbol], let node = unit.nodes[index],
            let states = builder.plan.nodes[instance.number][index]
        {
            return try passings(of: node, states, at: index, in: instance, named: name)
        }
        guard unit.declarations.handlers[name.symbol] != nil else {
            throw Fault(finding: wording.unknownTarget(name, unit.composition))
        }
        return uses(ofHandler: name.symbol, in: instance)
    }

    /// Returns the ways to pass a node: by its request or, without one, as its kind of node requires.
    ///
    /// A path passes a use by an end of its sub-flow, an end of a sub-flow by itself, and other nodes by a branch or an
    /// answer. The result is empty if no path can pass the node.
    ///
    /// - Throws: a fault if the node is a use whose sub-flow has several outcomes
    private func passings(
        of node: UnitNode, _ states: NodeStates, at index: Int, in instance: Instance, named name: Name
    ) throws(Fault) -> [Passing] {
        if let request = states.request { return [.request(numbering.number[request])] }
        switch node.kind {
        case .use:
            guard let inner = builder.plan.uses[instance.number][index] else { return [] }
            return try unambiguousEnds(of: inner, name)
        // No path continues after an end of the compiled flow.
        case .end: return instance.user == nil ? [] : [.outcome(numbering.number[states.entry])]
        default:
            let entry = numbering.number[states.entry]
            return [states.present == nil ? .branch(entry) : .answer(entry)]
        }
    }

    // MARK: Challenges and handlers

    /// Returns an instance and the instances of the sub-flows inside it.
    private func instances(in outer: Instance) -> [Instance] {
        builder.plan.instances.filter { $0.chain.contains { $0 === outer } }
    }

    /// Returns the requests of an instance and its sub-flows that answer a challenge of a service of the flow.
    ///
    /// A sub-flow can answer a challenge of the same name for another service, which does not count.
    private func answers(to challenge: Symbol, in instance: Instance) -> [Passing] {
        let text = builder.symbols.name(challenge)
        let services = instance.unit.services.withChallenge(challenge).map(\.document)
        let requests = instances(in: instance).flatMap { builder.plan.nodes[$0.number].compactMap { $0?.request } }
        return requests.filter { state in
            guard let prepared = builder.requests[state], services.contains(prepared.service) else { return false }
            return builder.notes.states[state]?.request?.answers == text
        }
        .map { .request(numbering.number[$0]) }
    }

    /// Returns the states of an instance and its sub-flows that call a handler.
    private func uses(ofHandler handler: Symbol, in instance: Instance) -> [Passing] {
        let text = builder.symbols.name(handler)
        let nodes = Set(instances(in: instance).flatMap { builder.plan.nodes[$0.number].compactMap { $0?.node } })
        return builder.states.indices.compactMap { index in
            let state = builder.states[index]
            guard case .handler(let use) = state.kind, use.handler == text, let node = state.node, nodes.contains(node)
            else { return nil }
            return .handler(numbering.number[index])
        }
    }

    // MARK: Outcomes

    /// Returns the ends of a sub-flow in source order, each with its outcome.
    private func ends(of instance: Instance) -> [(outcome: Symbol, passing: Passing)] {
        instance.unit.nodes.enumerated().compactMap { index, node in
            guard let node, node.kind == .end, let states = builder.plan.nodes[instance.number][index]
            else { return nil }
            return (node.nearest(\.outcome)?.symbol ?? node.id.symbol, .outcome(numbering.number[states.entry]))
        }
    }

    /// Returns the ends of a sub-flow with the outcome `outcome`, or throws a fault if there are none.
    private func ends(with outcome: Name, of instance: Instance) throws(Fault) -> [Passing] {
        let ends = ends(of: instance)
        let found = ends.filter { $0.outcome == outcome.symbol }.map(\.passing)
        guard found.isEmpty else { return found }
        throw Fault(finding: wording.unknown(outcome, "outcome", .unknownOutcome, among: ends.map(\.outcome)))
    }

    /// Returns the ends of a sub-flow that has only one outcome.
    ///
    /// - Throws: a fault if the ends have several outcomes, so that the name of the use is ambiguous
    private func unambiguousEnds(of instance: Instance, _ name: Name) throws(Fault) -> [Passing] {
        let ends = ends(of: instance)
        var outcomes: [Symbol] = []
        for end in ends where !outcomes.contains(end.outcome) { outcomes.append(end.outcome) }
        guard outcomes.count > 1 else { return ends.map(\.passing) }
        throw Fault(finding: wording.ambiguousOutcome(name, outcomes))
    }
}
