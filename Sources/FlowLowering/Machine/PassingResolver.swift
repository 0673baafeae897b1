import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Finds out what the names in `unless-before` stand for, in a flow and in its sub-flows.
struct PassingResolver {
    /// A name that stands for nothing, or not for one thing.
    struct Fault: Error {
        let finding: Diagnostic
    }

    private let builder: MachineBuilder
    private let numbering: StateNumbering
    private let wording: NameDiagnostics

    /// A resolver for the states of a flow, under their final numbers.
    init(_ builder: MachineBuilder, _ numbering: StateNumbering) {
        self.builder = builder
        self.numbering = numbering
        wording = NameDiagnostics(symbols: builder.program.symbols)
    }

    /// All of which a name wants one passed.
    func resolve(_ name: PassingName, in instance: Instance) -> Result<[Passing], Fault> {
        do throws(Fault) {
            var instance = instance
            guard let last = name.path.last else { return .success([]) }
            for use in name.path.dropLast() {
                guard let inner = try sub(Name(symbol: use, range: name.whole.range), instance) else {
                    return .success([])
                }
                instance = inner
            }
            let end = Name(symbol: last, range: name.whole.range)
            guard let outcome = name.outcome else { return .success(try member(end, instance)) }
            guard let inner = try sub(end, instance) else { return .success([]) }
            return .success(try ends(Name(symbol: outcome, range: name.whole.range), inner))
        } catch {
            return .failure(error)
        }
    }

    /// The sub-flow of a use; nil where that has none, which was reported.
    private func sub(_ name: Name, _ instance: Instance) throws(Fault) -> Instance? {
        let composition = instance.unit.composition
        guard let index = composition.nodeIndex[name.symbol], let node = instance.unit.nodes[index], node.kind == .use
        else {
            let uses = instance.unit.nodes.compactMap { $0?.kind == .use ? $0?.id.symbol : nil }
            throw Fault(finding: wording.unknown(name, "use", .unknownTarget, among: uses))
        }
        return builder.plan.uses[instance.number][index]
    }

    /// A challenge, a node or a handler. A challenge is never the node that defers it.
    private func member(_ name: Name, _ instance: Instance) throws(Fault) -> [Passing] {
        if !instance.unit.services.withChallenge(name.symbol).isEmpty {
            return answers(to: name.symbol, in: instance)
        }
        let unit = instance.unit
        if let index = unit.composition.nodeIndex[name.symbol], let node = unit.nodes[index],
            let plan = builder.plan.nodes[instance.number][index]
        {
            return try self.node(node, plan, index, instance, name)
        }
        guard unit.declarations.handlers[name.symbol] != nil else {
            throw Fault(finding: wording.unknownTarget(name, unit.composition))
        }
        return works(of: name.symbol, in: instance)
    }

    private func node(
        _ node: UnitNode, _ plan: NodeStates, _ index: Int, _ instance: Instance, _ name: Name
    ) throws(Fault) -> [Passing] {
        if let request = plan.request { return [.request(numbering.number[request])] }
        switch node.kind {
        case .use:
            return try builder.plan.uses[instance.number][index].map { (inner) throws(Fault) in
                try onlyEnd(of: inner, name)
            } ?? []
        // Nothing comes behind an end of the flow itself.
        case .end: return instance.user == nil ? [] : [.outcome(numbering.number[plan.entry])]
        default:
            let entry = numbering.number[plan.entry]
            return [plan.present == nil ? .branch(entry) : .answer(entry)]
        }
    }

    // MARK: Challenges and handlers

    /// An instance, and those of the sub-flows in it.
    private func instances(in outer: Instance) -> [Instance] {
        builder.plan.instances.filter { $0.chain.contains { $0 === outer } }
    }

    private func answers(to challenge: Symbol, in instance: Instance) -> [Passing] {
        let text = builder.symbols[challenge]
        let requests = instances(in: instance).flatMap { builder.plan.nodes[$0.number].compactMap { $0?.request } }
        return requests.filter { builder.notes.states[$0]?.request?.answers == text }
            .map { .request(numbering.number[$0]) }
    }

    private func works(of handler: Symbol, in instance: Instance) -> [Passing] {
        let text = builder.symbols[handler]
        let nodes = Set(instances(in: instance).flatMap { builder.plan.nodes[$0.number].compactMap { $0?.node } })
        return builder.states.indices.compactMap { index in
            let state = builder.states[index]
            guard case .handler(let use) = state.kind, use.handler == text, state.node.map(nodes.contains) == true
            else {
                return nil
            }
            return .handler(numbering.number[index])
        }
    }

    // MARK: Outcomes

    /// The ends of a sub-flow, each with its outcome, in the order of writing.
    private func ends(of instance: Instance) -> [(outcome: Symbol, passing: Passing)] {
        instance.unit.nodes.enumerated().compactMap { index, node in
            guard let node, node.kind == .end, let plan = builder.plan.nodes[instance.number][index] else { return nil }
            return (node.nearest(\.outcome)?.symbol ?? node.id.symbol, .outcome(numbering.number[plan.entry]))
        }
    }

    private func ends(_ outcome: Name, _ instance: Instance) throws(Fault) -> [Passing] {
        let ends = ends(of: instance)
        let found = ends.filter { $0.outcome == outcome.symbol }.map(\.passing)
        guard found.isEmpty else { return found }
        throw Fault(finding: wording.unknown(outcome, "outcome", .unknownOutcome, among: ends.map(\.outcome)))
    }

    /// The only outcome of a sub-flow that is named without one.
    private func onlyEnd(of instance: Instance, _ name: Name) throws(Fault) -> [Passing] {
        let ends = ends(of: instance)
        var outcomes: [Symbol] = []
        for end in ends where !outcomes.contains(end.outcome) { outcomes.append(end.outcome) }
        guard outcomes.count > 1 else { return ends.map(\.passing) }
        throw Fault(finding: wording.ambiguousPassing(name, outcomes))
    }
}
