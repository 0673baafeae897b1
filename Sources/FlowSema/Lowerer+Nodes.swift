import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// A choice: statements and branches at once.
    func lowerChoice(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        let site = StatementSite(context: context, node: index, name: context.prefix + node.id)
        let items = items(of: node).filter(isStatement)
        noteChoice(items, site)
        let block = sequence(items, site, then: [])
        states[context.nodes[index].entry].kind = .choice(Block(block + [.refuse("incomplete-choice")]))
    }

    /// Branches in the order of writing, for the checks.
    private func noteChoice(_ items: [Place], _ site: StatementSite) {
        let branches = items.filter { documents.name($0) == .go || documents.name($0) == .otherwise }
        let node = site.context.composition.nodes[site.node]
        map.branching.decisions.append(
            Decision(
                kind: .choice,
                branches: branches.map { place in
                    let condition = condition(place, site.context)
                    let range = documents.attribute(.when, place)?.range ?? documents.range(place)
                    return Decision.Branch(
                        condition: condition ?? .constant(true), range: range, hasGuard: condition != nil)
                },
                isClosed: false, range: node.range, subject: "\(node.element.spelling) '\(site.name)'"))
    }

    /// The use of a sub-flow: its inputs are set, then it begins.
    func lowerUse(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        guard let inner = context.uses[index] else { return }
        checkOutcomes(of: node, context, inner: inner)
        var instructions: [Instruction] = []
        for part in node.parts {
            for pass in documents.children(part, .pass) {
                guard let name = documents.attribute(.name, pass), let source = source(pass, context) else { continue }
                guard inner.values[name.text]?.isInput == true, let slot = slotIfKnown(name.text, inner) else {
                    let inputs = inner.values.values.filter(\.isInput).map(\.name).sorted()
                    bag.add(Findings.unknown(name, "port", .unknownPort, among: inputs))
                    continue
                }
                instructions.append(.set(slot, source))
            }
        }
        let start = inner.composition.roots.lazy.compactMap { self.documents.attribute(.start, $0) }.first
        guard let start else { return reportMissingStart(of: node) }
        guard let first = entry(start, inner) else { return }
        states[context.nodes[index].entry].kind = .choice(Block(instructions + [.jump(first)]))
    }

    private func reportMissingStart(of node: Composition.NodeDeclaration) {
        guard let flow = first(.flow, node) else { return }
        bag.add(
            Diagnostic(
                .missingStart, at: flow.range, "the flow '\(flow.text)' does not name its first node",
                help: ["add start=\"…\" with the id of a node to it"]))
    }

    /// An end: an outcome of the flow, or the way back into the flow that uses it.
    func lowerEnd(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        let entry = context.nodes[index].entry
        let outcome = first(.outcome, node)?.text ?? node.id
        if let parent = context.parent, let use = context.useNode {
            states[entry].kind = .choice(Block(wayBack(outcome, node, context, parent, use)))
            return
        }
        let shows = shows(nearest(node.parts.reversed().flatMap { documents.children($0, .show) }), context)
        let step = first(.present, node)?.text ?? ""
        states[entry].kind = .end(Ending(outcome: outcome, step: step, shows: shows))
        let site = StatementSite(context: context, node: index, name: context.prefix + node.id)
        let own = node.parts.flatMap { transitions(in: $0, context) }
        let keys = Set(own.filter { $0.selector == .event }.flatMap { $0.names.map(\.text) }).union(["start"])
        for name in keys.sorted() where !EventKey.replyEvents.contains(name) {
            var instructions =
                own.contains { $0.rank(for: .host(name)) != nil }
                ? resolve(.host(name), site, state: entry) : []
            if instructions.isEmpty, name == "start" { instructions = restart(context) }
            if !instructions.isEmpty { states[entry].transitions.append((.host(name), Block(instructions))) }
        }
    }

    /// A new start of the flow from an end.
    func restart(_ context: FlowContext) -> [Instruction] {
        guard let start = context.composition.roots.lazy.compactMap({ self.documents.attribute(.start, $0) }).first,
            let index = context.composition.nodeIndex[start.text]
        else { return [] }
        return [.restart(keeping: constants(context)), .jump(context.nodes[index].entry)]
    }

    /// From an end of a sub-flow to what its use says of this outcome.
    private func wayBack(
        _ outcome: String, _ node: Composition.NodeDeclaration, _ context: FlowContext, _ parent: FlowContext,
        _ use: Int
    ) -> [Instruction] {
        let user = parent.composition.nodes[use]
        var instructions: [Instruction] = []
        for take in user.parts.flatMap({ documents.children($0, .take) }) {
            guard let name = documents.attribute(.name, take), let into = documents.attribute(.into, take) else {
                continue
            }
            guard context.values[name.text] != nil, let from = slotIfKnown(name.text, context) else {
                bag.add(Findings.unknown(name, "port", .unknownPort, among: context.values.keys.sorted()))
                continue
            }
            if let slot = slot(into, parent) { instructions.append(.set(slot, Source(.slot(from)))) }
        }
        let site = StatementSite(context: parent, node: use, name: parent.prefix + user.id)
        for rank in ["named", "star"] {
            for declaration in user.parts.flatMap({ transitions(in: $0, parent) })
            where declaration.selector == .outcome {
                let names = declaration.names.map(\.text)
                guard rank == "named" ? names.contains(outcome) : names.contains("*") else { continue }
                guard case .node(let name) = declaration.target, let target = entry(name, parent) else { continue }
                let statements = documents.children(declaration.place).filter(isStatement)
                return instructions + [.mark(declaration.id)] + sequence(statements, site, then: [.jump(target)])
            }
        }
        map.branching.drops.append(
            Drop(
                event: "outcome '\(outcome)'", node: site.name, range: user.range,
                help: "add <on outcome=\"\(outcome)\" to=\"…\"/>"))
        return instructions + [.refuse("outcome-not-handled")]
    }

    /// A challenge, call or step: entry, question, work, request, in this order, as far as it has them.
    func lowerActive(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        let site = StatementSite(context: context, node: index, name: context.prefix + node.id)
        let plan = context.nodes[index]
        let items = items(of: node)
        let lastAsk = items.lastIndex { documents.name($0) == .ask }
        let split = plan.present == nil ? items.count : lastAsk ?? items.count
        let before = items[..<split].filter(isStatement)
        let after = plan.present == nil ? [] : statementsAfterAsk(items)
        if let request = plan.request {
            let prepared = prepareRequest(index, node, context)
            requests[request] = prepared
            if let prepared { states[request].kind = .call(prepared.request) }
        }
        if let present = plan.present { lowerPresentation(present, step: nil, items, node, site) }
        if let request = plan.request { lowerReplies(request, node, site) }
        if plan.present != nil, let compute = plan.compute, compute != plan.request, compute != plan.entry {
            states[compute].kind = .choice(Block(sequence(after, site, then: preparation(site))))
        }
        for (step, state) in context.nodes[index].renamed.sorted(by: { $0.key < $1.key }) {
            lowerPresentation(state, step: step, items, node, site)
        }
        lowerEntry(before, site)
    }

    private func lowerEntry(_ statements: [Place], _ site: StatementSite) {
        let plan = site.context.nodes[site.node]
        guard plan.entry != plan.present, plan.entry != plan.request else { return }
        var instructions: [Instruction] = plan.limits.isEmpty ? [] : [.reset(plan.limits)]
        let continuation: [Instruction]
        if let present = plan.present {
            continuation = [.jump(present)]
        } else {
            continuation = plan.request == nil ? [.refuse("incomplete-choice")] : preparation(site)
        }
        if plan.present == nil, plan.request == nil { noteChoice(statements, site) }
        let work = sequence(statements, site, then: continuation)
        if plan.present == nil, let compute = plan.compute, compute != plan.entry {
            states[compute].kind = .choice(Block(work))
            instructions.append(.jump(compute))
        } else {
            instructions += work
        }
        states[plan.entry].kind = .choice(Block(instructions))
    }

    /// What happens right before a request: guarded sends are chosen, derived values computed; then the request.
    private func preparation(_ site: StatementSite) -> [Instruction] {
        guard let request = site.context.nodes[site.node].request else { return [] }
        var result: [Instruction] = [.jump(request)]
        guard let prepared = requests[request] else { return result }
        for derived in prepared.derived.reversed() {
            let state = handlerState(derived.place, site, then: result)
            guard let condition = condition(derived.place, site.context) else {
                result = [.jump(state)]
                continue
            }
            var cleared: [Instruction] = []
            if let slot = slotIfKnown(derived.name, site.context) { cleared = [.clear([slot])] }
            result = [.when(condition, Block([.jump(state)]))] + cleared + result
        }
        for chosen in prepared.chosen.reversed() {
            var instructions: [Instruction] = [.clear([chosen.slot])]
            for choice in chosen.choices {
                let unset = Condition.not(.present(chosen.slot))
                let condition = choice.condition.map { Condition.and(unset, $0) } ?? unset
                instructions.append(.when(condition, Block([.set(chosen.slot, choice.source)])))
            }
            result = instructions + result
        }
        return result
    }
}
