import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// A transition that listens to an event, and the scope it stands in.
    private struct Candidate {
        let declaration: TransitionDeclaration
        let scope: Int
    }

    /// What a state does on an event: the nearest transition that listens to it and whose guard holds, else what comes by itself.
    /// `inner` is a scope nearer than the node, such as the use of a handler.
    func resolve(_ key: EventKey, _ site: StatementSite, state: StateID, inner: Place? = nil) -> [Instruction] {
        let node = site.context.composition.nodes[site.node]
        var candidates: [Candidate] = []
        let scopes = (inner.map { [$0] } ?? []) + allScopes(node, site.context)
        for (index, scope) in scopes.enumerated() {
            let here = transitions(in: scope, site.context).compactMap { declaration -> (Int, TransitionDeclaration)? in
                declaration.rank(for: key).map { ($0, declaration) }
            }
            guard !here.isEmpty else { continue }
            noteDecision(here, key, site)
            for rank in 0...2 {
                for (own, declaration) in here where own == rank {
                    candidates.append(Candidate(declaration: declaration, scope: index))
                }
            }
        }
        let instructions = chain(candidates[...], key, site, state: state)
        guard case .host(let name) = key, site.context.failingCommands.contains(name), !instructions.isEmpty else {
            return instructions
        }
        // A host that sends no error of its own fails by the name of the command.
        return [.when(.not(.present(0)), Block([.error(type: name, message: "")]))] + instructions
    }

    /// Transitions of one scope and closeness must exclude each other.
    private func noteDecision(_ here: [(Int, TransitionDeclaration)], _ key: EventKey, _ site: StatementSite) {
        for rank in 0...2 {
            let same = here.filter { $0.0 == rank }.map(\.1)
            guard same.count > 1 else { continue }
            let branches = same.map { declaration in
                Decision.Branch(
                    condition: combined(declaration, site) ?? .constant(true),
                    range: documents.attribute(.when, declaration.place)?.range
                        ?? map.transitions[declaration.id].range,
                    hasGuard: declaration.hasGuard)
            }
            let node = site.context.composition.nodes[site.node]
            map.branching.decisions.append(
                Decision(
                    kind: .transitions, branches: branches, isClosed: true, range: node.range,
                    subject: "'\(describe(key))' of '\(site.name)'"))
        }
    }

    private func describe(_ key: EventKey) -> String {
        switch key {
        case .host(let name): name
        case .handled: "handled"
        case .success: "success"
        case .invalid: "invalid"
        case .challenge(let name): name ?? "another challenge"
        case .error(let name): name ?? "another error"
        case .failure(let name): name ?? "another failure"
        }
    }

    /// The guard of a transition together with the word that it selects.
    private func combined(_ declaration: TransitionDeclaration, _ site: StatementSite) -> Condition? {
        let guarded = condition(declaration.place, site.context, node: site.node)
        guard declaration.selector == .select else { return guarded }
        let selected = selection(declaration, site)
        guard let guarded, let selected else { return selected ?? guarded }
        return .and(selected, guarded)
    }

    private func chain(
        _ candidates: ArraySlice<Candidate>, _ key: EventKey, _ site: StatementSite, state: StateID
    ) -> [Instruction] {
        guard let nearest = candidates.first else { return byItself(key, site) }
        let declaration = nearest.declaration
        let condition = combined(declaration, site)
        let statements = documents.children(declaration.place).filter(isStatement)
        let mark: [Instruction] = [.mark(declaration.id)]
        if case .nowhere = declaration.target {
            let rest = chain(candidates.dropFirst(), key, site, state: state)
            if rest.isEmpty { return [] }
            let onward = furtherOut(candidates, key, site, state: state) ?? rest
            guard let condition else { return keeping(declaration, mark + sequence(statements, site, then: onward)) }
            let goesOn = onward != rest || statements.contains { documents.name($0) == .handle }
            return [.when(condition, Block(mark + sequence(statements, site, then: goesOn ? onward : [])))] + rest
        }
        let target = instructions(to: declaration, key, site, state: state)
        let needed = requirement(of: declaration, key, site.context)
        let first = needed + forgetting(declaration, key) + mark
        let body = keeping(declaration, first + sequence(statements, site, then: target))
        guard let condition else { return body }
        let rest = chain(candidates.dropFirst(), key, site, state: state)
        return [.when(condition, Block(body))] + (rest.isEmpty ? Self.unanswered : rest)
    }

    /// What follows a transition without a target: the next scope decides, not what its own scope has for all other events.
    /// - Returns: nothing if its scope has no others, or if no scope further out takes the event.
    private func furtherOut(
        _ candidates: ArraySlice<Candidate>, _ key: EventKey, _ site: StatementSite, state: StateID
    ) -> [Instruction]? {
        guard let scope = candidates.first?.scope, candidates.dropFirst().first?.scope == scope else { return nil }
        let instructions = chain(candidates.drop { $0.scope == scope }, key, site, state: state)
        return instructions.isEmpty ? nil : instructions
    }

    private func keeping(_ declaration: TransitionDeclaration, _ body: [Instruction]) -> [Instruction] {
        documents.isTrue(.keepError, declaration.place) ? [.keepError] + body : body
    }

    /// A step that stands again still holds its own session and data, not those of the reply that it could not use.
    private func forgetting(_ declaration: TransitionDeclaration, _ key: EventKey) -> [Instruction] {
        switch (declaration.target, key) {
        case (.here, .challenge), (.here, .success), (.send, .challenge), (.send, .success), (.compute, .challenge),
            (.compute, .success), (.lastStep, .challenge), (.lastStep, .success):
            return [.forgetReply]
        default: return []
        }
    }

    /// No guard held and nothing else takes the event.
    static let unanswered: [Instruction] = [.refuse("event-not-accepted")]

    /// What happens on an event that no transition takes: a challenge goes to its node, a submitted answer is sent.
    private func byItself(_ key: EventKey, _ site: StatementSite) -> [Instruction] {
        switch key {
        case .challenge(let name): return automaticWay(name, site.context)
        case .host("submit"):
            guard let target = site.context.nodes[site.node].compute else { return [] }
            return [.jump(target)]
        default: return []
        }
    }

    /// The node of a challenge, in this flow or the one that uses it.
    private func automaticWay(_ name: String?, _ context: FlowContext) -> [Instruction] {
        var current: FlowContext? = context
        while let flow = current {
            if let index = flow.challengeNodes[name ?? "*"] {
                let node = flow.composition.nodes[index]
                let required = requiredSlots(node, flow)
                return (required.isEmpty ? [] : [.require(required)]) + [.jump(flow.nodes[index].entry)]
            }
            current = flow.parent
        }
        return []
    }

    /// What a challenge's node requires holds on the written way to it too; it comes first, since nothing may happen before.
    private func requirement(
        of declaration: TransitionDeclaration, _ key: EventKey, _ context: FlowContext
    ) -> [Instruction] {
        guard case .challenge = key, case .node(let name) = declaration.target,
            let index = context.composition.nodeIndex[name.text], context.challengeNodes.values.contains(index)
        else { return [] }
        let required = requiredSlots(context.composition.nodes[index], context)
        return required.isEmpty ? [] : [.require(required)]
    }

    /// The slots that a challenge's `requires` names.
    private func requiredSlots(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> [SlotID] {
        node.parts.reversed().flatMap { part in
            documents.names(.requires, part).filter { service.outputTypes[$0.text] != nil }.map { outputSlot($0.text) }
        }
    }

    // MARK: Targets

    private func instructions(
        to declaration: TransitionDeclaration, _ key: EventKey, _ site: StatementSite, state: StateID
    ) -> [Instruction] {
        let context = site.context
        let limit = documents.attribute(.limit, declaration.place)
        let target: [Instruction]
        switch declaration.target {
        case .node(let name):
            target = (entry(name, context).map { [.jump($0)] } ?? [])
            if case .host("start") = key { return [.restart(keeping: constants(context))] + target }
        case .here(let present): target = again(declaration, site, present: present)
        case .send: target = jump(to: context.nodes[site.node].request, declaration, "request", site)
        case .compute: target = jump(to: context.nodes[site.node].compute, declaration, "request", site)
        case .lastStep(let otherwise): target = entry(otherwise, context).map { [.jumpLast(otherwise: $0)] } ?? []
        case .restart(let name, let keep):
            let kept = constants(context) + keep.compactMap { slot($0, context) }
            target = [.restart(keeping: kept)] + (entry(name, context).map { [.jump($0)] } ?? [])
        case .refuse(let code): target = [.refuse(code.text)]
        case .nowhere: target = []
        }
        guard let limit, let number = Int(limit.text), let then = documents.attribute(.then, declaration.place) else {
            return target
        }
        let counter = limitCounter(declaration, limit.range, site)
        map.limits[counter] = isRetry(declaration) ? .some(nil) : limit.range
        let exhausted: [Instruction] = entry(then, context).map { [.jump($0)] } ?? []
        return [.when(.below(counter, number), Block([.count(counter)] + target))] + exhausted
    }

    private func isRetry(_ declaration: TransitionDeclaration) -> Bool {
        switch declaration.target {
        case .here, .send, .compute: true
        default: false
        }
    }

    /// One counter per limited transition and node.
    private func limitCounter(
        _ declaration: TransitionDeclaration, _ range: SourceRange, _ site: StatementSite
    ) -> CounterID {
        let name = "\(site.name)#\(declaration.id)"
        if let known = counterNames.firstIndex(of: name) { return known }
        let counter = newCounter(name, at: range)
        site.context.nodes[site.node].limits.append(counter)
        return counter
    }

    private func jump(
        to state: StateID?, _ declaration: TransitionDeclaration, _ what: String, _ site: StatementSite
    ) -> [Instruction] {
        if let state { return [.jump(state)] }
        let range = documents.attribute(.retry, declaration.place)?.range ?? documents.range(declaration.place)
        bag.add(
            Diagnostic(
                .badRetry, at: range, "'\(site.name)' has no \(what) to repeat",
                help: ["lead to another node with to=\"…\", or use retry=\"last-step\""]))
        return []
    }

    /// The node's own step again, perhaps under another step name.
    private func again(_ declaration: TransitionDeclaration, _ site: StatementSite, present: Name?) -> [Instruction] {
        let plan = site.context.nodes[site.node]
        guard let own = plan.present else { return jump(to: nil, declaration, "step", site) }
        guard let present else { return [.jump(own)] }
        if let known = plan.renamed[present.text] { return [.jump(known)] }
        let state = newState("\(site.name)/\(present.text)", node: plan.node)
        site.context.nodes[site.node].renamed[present.text] = state
        return [.jump(state)]
    }

    /// What survives a restart: configuration and facts.
    func constants(_ context: FlowContext) -> [SlotID] {
        var root = context
        while let parent = root.parent { root = parent }
        if let known = root.constants { return known }
        let names = root.values.values.filter(\.isConstant).map(\.name).sorted()
        let constants = names.compactMap { slotIfKnown($0, root) }
        root.constants = constants
        return constants
    }
}
