import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The name of the ask that holds a node's selection where none was written.
    private static let selection = "selection"

    /// The state in which the host is asked.
    func lowerPresentation(
        _ state: StateID, step: String?, _ items: [Place], _ node: Composition.NodeDeclaration, _ site: StatementSite
    ) {
        let context = site.context
        let outer = node.groups + context.composition.roots
        let own = nearest(items.filter { documents.name($0) == .ask })
        var seen: Set<String> = []
        let places = own + outer.flatMap { children($0, .ask) }
        noteStep(state, places, node, context)
        var asks =
            places
            .compactMap { ask($0, context) }.filter { seen.insert($0.name).inserted }
        if let implied = impliedAsk(asks, node, site) { asks.insert(implied, at: 0) }
        let shows = shows(nearest(items.filter { documents.name($0) == .show }), context)
        let name = step ?? first(.present, node)?.text ?? node.id
        states[state].kind = .present(
            Presentation(step: name, shows: shows, asks: asks, timeLimit: timeLimit(node, context)))
        for event in hostEvents(node, context) {
            var instructions = resolve(.host(event), site, state: state)
            if event == "submit", !instructions.isEmpty, context.nodes[site.node].request == nil {
                // Where nothing is sent, what follows the last ask is done before the step is left.
                instructions = sequence(statementsAfterAsk(items), site, then: instructions)
            }
            if instructions.isEmpty {
                if event == "submit" { reportDroppedSubmit(node, site) }
            } else {
                states[state].transitions.append((.host(event), Block(instructions)))
            }
        }
    }

    /// The statements behind the last ask of a body.
    func statementsAfterAsk(_ items: [Place]) -> [Place] {
        guard let lastAsk = items.lastIndex(where: { documents.name($0) == .ask }) else { return [] }
        return items[(lastAsk + 1)...].filter(isStatement)
    }

    /// Of elements with the same name the last one, which the extension wrote, at the place of the first.
    func nearest(_ places: [Place]) -> [Place] {
        var byName: [String: Int] = [:]
        var result: [Place] = []
        for place in places {
            let name = documents.attribute(.name, place)?.text ?? ""
            if let known = byName[name] {
                result[known] = place
            } else {
                byName[name] = result.count
                result.append(place)
            }
        }
        return result
    }

    private func reportDroppedSubmit(_ node: Composition.NodeDeclaration, _ site: StatementSite) {
        map.branching.drops.append(
            Drop(
                event: "the host's answer", node: site.name, range: node.range,
                help: "add <on event=\"submit\" to=\"…\"/>, or an answer to a challenge"))
    }

    /// Host's events that something in scope listens to; an answer is always possible where something is asked.
    private func hostEvents(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> [String] {
        var names: Set<String> = []
        for scope in allScopes(node, context) {
            for declaration in transitions(in: scope, context) {
                if declaration.selector == .event { names.formUnion(declaration.names.map(\.text)) }
                if declaration.selector == .select { names.insert("submit") }
            }
        }
        if context.nodes[context.composition.nodeIndex[node.id] ?? 0].request != nil || asksAnything(node) {
            names.insert("submit")
        }
        return names.subtracting(EventKey.replyEvents).sorted()
    }

    private func asksAnything(_ node: Composition.NodeDeclaration) -> Bool {
        items(of: node).contains { documents.name($0) == .ask }
    }

    /// Selections without a choice ask of their own ask for `selection`.
    private func impliedAsk(_ asks: [Ask], _ node: Composition.NodeDeclaration, _ site: StatementSite) -> Ask? {
        let selects = allScopes(node, site.context).flatMap { transitions(in: $0, site.context) }
            .filter { $0.selector == .select }
        guard !selects.isEmpty, !asks.contains(where: { slots[$0.slot].type == .choice }) else { return nil }
        let slot = selectionSlot(site.context)
        var ask = Ask(name: Self.selection, slot: slot)
        ask.isRequired = true
        for word in selects.flatMap(\.names) where !ask.words.contains(word.text) { ask.words.append(word.text) }
        return ask
    }

    private func selectionSlot(_ context: FlowContext) -> SlotID {
        if let slot = context.slots[Self.selection] { return slot }
        let slot = newSlot(context.prefix + Self.selection, .choice)
        context.slots[Self.selection] = slot
        return slot
    }

    /// The condition that one of the words of a `select` was chosen.
    func selection(_ declaration: TransitionDeclaration, _ site: StatementSite) -> Condition? {
        let node = site.context.composition.nodes[site.node]
        let asks = items(of: node).filter { documents.name($0) == .ask && isChoice($0, site.context) }
        var slot = selectionSlotIfAny(asks, site.context)
        var ignoresCase = false
        if let ask = asks.first {
            ignoresCase = documents.isTrue(.ignoreCase, ask)
            let known = documents.names(.of, ask).map(\.text)
            for name in declaration.names where !known.isEmpty && !known.contains(name.text) {
                bag.add(Findings.unknown(name, "word", .unknownWord, among: known))
            }
        } else {
            slot = selectionSlot(site.context)
        }
        guard let slot else { return nil }
        return declaration.names.map { Condition.equals(slot, $0.text, ignoringCase: ignoresCase) }
            .reduce(nil as Condition?) { all, one in all.map { .or($0, one) } ?? one }
    }

    private func selectionSlotIfAny(_ asks: [Place], _ context: FlowContext) -> SlotID? {
        asks.first.flatMap { documents.attribute(.name, $0) }.flatMap { slot($0, context) }
    }

    private func isChoice(_ ask: Place, _ context: FlowContext) -> Bool {
        guard let name = documents.attribute(.name, ask) else { return false }
        return context.values[name.text]?.type == .choice
    }

    /// The nearest limit of time.
    private func timeLimit(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> Presentation.TimeLimit? {
        guard let after = timeLimitName(node, context) else { return nil }
        return Int(after.text).map { .seconds($0) } ?? slot(after, context).map { .slot($0) }
    }

    /// The nearest limit of time as it is written: a number, or the name of a value.
    func timeLimitName(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> Name? {
        for scope in allScopes(node, context) {
            for declaration in transitions(in: scope, context) {
                if let after = documents.attribute(.after, declaration.place) { return after }
            }
        }
        return nil
    }

    // MARK: Replies

    /// The state in which a reply is awaited.
    func lowerReplies(_ state: StateID, _ node: Composition.NodeDeclaration, _ site: StatementSite) {
        guard let prepared = requests[state] else { return }
        let context = site.context
        addInterruptions(to: state, site)
        add(.success, site, state, prefix: prepared.required.isEmpty ? [] : [.require(prepared.required)])
        add(.invalid, site, state)
        if !prepared.request.reply.challengePath.isEmpty {
            for name in challengeNames(node, context) { add(.challenge(name), site, state) }
            add(.challenge(nil), site, state, isOptional: true)
        }
        for name in mentioned(.error, node, context) { add(.error(name), site, state) }
        add(.error(nil), site, state)
        keepNotes(prepared, state, node, context)
    }

    private func add(
        _ key: EventKey, _ site: StatementSite, _ state: StateID, prefix: [Instruction] = [], isOptional: Bool = false
    ) {
        let instructions = resolve(key, site, state: state)
        if !instructions.isEmpty {
            states[state].transitions.append((key, Block(prefix + instructions)))
            return
        }
        guard !isOptional else { return }
        let node = site.context.composition.nodes[site.node]
        let (event, selector) =
            switch key {
            case .success: ("success", "event=\"success\"")
            case .invalid: ("a reply that cannot be understood", "event=\"invalid\"")
            case .error: ("an error", "error=\"*\"")
            default: ("a reply", "event=\"reply\"")
            }
        map.branching.drops.append(
            Drop(
                event: event, node: site.name, range: node.range,
                help: "add <on \(selector) to=\"…\"/> here, to a group around it, or to the flow"))
    }

    /// Starting again and cancelling are possible while a reply or a handler is awaited, where the flow takes them at all.
    func addInterruptions(to state: StateID, _ site: StatementSite) {
        for event in ["cancel", "start"] {
            let instructions = resolve(.host(event), site, state: state)
            if !instructions.isEmpty { states[state].transitions.append((.host(event), Block(instructions))) }
        }
    }

    /// Challenges with a node in reach, and those that a transition in scope names.
    private func challengeNames(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> [String] {
        var names = Set(mentioned(.challenge, node, context))
        var current: FlowContext? = context
        while let flow = current {
            names.formUnion(flow.challengeNodes.keys)
            current = flow.parent
        }
        names.remove("*")
        return names.filter { service.challenges[$0] != nil }.sorted()
    }

    private func mentioned(
        _ selector: TransitionDeclaration.Selector, _ node: Composition.NodeDeclaration, _ context: FlowContext
    ) -> [String] {
        var names: Set<String> = []
        for scope in allScopes(node, context) {
            for declaration in transitions(in: scope, context) where declaration.selector == selector {
                for name in declaration.names where name.text != "*" { names.insert(name.text) }
            }
        }
        return names.sorted()
    }
}
