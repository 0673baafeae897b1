import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// Statements in order, then `continuation`. A handler's work splits the sequence: what follows it becomes the block of
    /// its state.
    func sequence(
        _ statements: some Collection<Place>, _ site: StatementSite, then continuation: [Instruction]
    ) -> [Instruction] {
        var result = continuation
        for place in statements.reversed() {
            switch documents.name(place) {
            case .handle: result = [.jump(handlerState(place, site, then: result))]
            case .go, .otherwise: result = branch(place, site) + result
            default: result = statement(place, site.context) + result
            }
        }
        return result
    }

    private func statement(_ place: Place, _ context: FlowContext) -> [Instruction] {
        let instructions = unguarded(place, context)
        guard let condition = condition(place, context), !instructions.isEmpty else { return instructions }
        return [.when(condition, Block(instructions))]
    }

    private func unguarded(_ place: Place, _ context: FlowContext) -> [Instruction] {
        switch documents.name(place) {
        case .set:
            guard let name = documents.attribute(.name, place), let slot = slot(name, context),
                let source = source(place, context)
            else { return [] }
            checkLiteral(.value, place, among: words[slot] ?? [])
            if slots[slot].type != .flag {
                checkTypes(of: place, into: slots[slot].type, "'\(name.text)'", keepsSecrets: true, context)
            }
            return [.set(slot, source)]
        case .merge:
            guard let name = documents.attribute(.name, place), let slot = slot(name, context),
                let from = documents.attribute(.from, place), let added = self.slot(from, context)
            else { return [] }
            checkType(slots[slot].type, of: name, into: .map, "the target of a merge")
            checkType(slots[added].type, of: from, into: .map, "what is merged", keepsSecrets: false)
            return [.merge(slot, added)]
        case .clear: return [.clear(clearedSlots(place, context))]
        case .notify: return notification(place, context)
        case .count:
            guard let name = documents.attribute(.counter, place), let counter = counter(name, context) else {
                return []
            }
            return [.count(counter)]
        case .reset: return [.reset(documents.names(.counter, place).compactMap { counter($0, context) })]
        case .error:
            guard let type = documents.attribute(.type, place) else { return [] }
            errorTypes.insert(type.text)
            return [.error(type: type.text, message: documents.text(.message, place)?.text ?? "")]
        default: return []
        }
    }

    private func clearedSlots(_ place: Place, _ context: FlowContext) -> [SlotID] {
        documents.names(.name, place).flatMap { name -> [SlotID] in
            if name.text == "error" { return [0, 1] }
            return slot(name, context).map { [$0] } ?? []
        }
    }

    private func notification(_ place: Place, _ context: FlowContext) -> [Instruction] {
        guard let name = documents.attribute(.name, place) else { return [] }
        return [.notify(Notification(name: name.text, shows: shows(documents.children(place, .show), context)))]
    }

    /// A `go` or `otherwise`.
    private func branch(_ place: Place, _ site: StatementSite) -> [Instruction] {
        guard let to = documents.attribute(.to, place) else { return [] }
        let id = transition(at: place, to.range, "\(documents.name(place).spelling) to=\"\(to.text)\"")
        let condition = condition(place, site.context)
        guard let target = entry(to, site.context) else { return [] }
        let statements = documents.children(place).filter(isStatement)
        let body = [.mark(id)] + sequence(statements, site, then: [.jump(target)])
        guard let condition else { return body }
        return [.when(condition, Block(body))]
    }

    // MARK: Handlers

    /// A state that waits for a handler and then does `continuation`.
    func handlerState(_ place: Place, _ site: StatementSite, then continuation: [Instruction]) -> StateID {
        let work = HandlerWork(
            place: place, context: ObjectIdentifier(site.context), node: site.node, continuation: continuation)
        // A failure of a handler can lead to the same handler again: a circle, which is not to be unrolled for ever.
        if let known = handlerWork.first(where: { $0.work == work }) { return known.state }
        let name = documents.attribute(.handler, place)
        let state = newState("\(site.name)/\(name?.text ?? "handler")", node: site.context.nodes[site.node].node)
        guard let name, let handler = handler(name, site.context) else { return state }
        let isOutermost = handlerWork.isEmpty
        handlerWork.append((work, state))
        defer { if isOutermost { handlerWork = [] } }
        let use = use(of: handler, place, site.context)
        states[state].kind = .handler(use)
        usedHandlers.insert(handler.name)
        let needs = needs(of: handler, use, place)
        if !needs.isEmpty { map.needs[state] = needs }
        states[state].transitions = [(.handled, Block(continuation))]
        addInterruptions(to: state, site)
        for key in failureKeys(handler, place, site) {
            let instructions = resolve(key, site, state: state, inner: place)
            if instructions.isEmpty {
                if case .failure(nil) = key { reportDroppedFailure(handler, site) }
            } else {
                states[state].transitions.append((key, Block(instructions)))
            }
        }
        return state
    }

    private func reportDroppedFailure(_ handler: HandlerDeclaration, _ site: StatementSite) {
        let node = site.context.composition.nodes[site.node]
        map.drops.append(
            Drop(
                event: "a failure of handler '\(handler.name)'", node: site.name, range: node.range,
                help: "add <on failure=\"*\" to=\"…\"/> here, to a group around it, or to the flow"))
    }

    func handler(_ name: Name, _ context: FlowContext) -> HandlerDeclaration? {
        if let handler = context.handlers[name.text] { return handler }
        bag.add(Findings.unknown(name, "handler", .unknownHandler, among: context.handlers.keys.sorted()))
        return nil
    }

    /// Binds the ports: by `pass` and `take`, else to values of the same name.
    func use(of handler: HandlerDeclaration, _ place: Place, _ context: FlowContext) -> HandlerUse {
        var passed: [String: Source] = [:]
        var taken: [String: SlotID] = [:]
        for child in documents.children(place) {
            guard let name = documents.attribute(.name, child) else { continue }
            let isPass = documents.name(child) == .pass
            guard isPass || documents.name(child) == .take else { continue }
            let ports = isPass ? handler.needs : handler.gives
            guard ports.contains(where: { $0.name == name.text }) else {
                bag.add(Findings.unknown(name, "port", .unknownPort, among: ports.map(\.name)))
                continue
            }
            let port = ports.first { $0.name == name.text }
            if isPass, let source = source(child, context) {
                passed[name.text] = source
                let what = "port '\(name.text)' of handler '\(handler.name)'"
                checkTypes(of: child, into: port?.type ?? .text, what, keepsSecrets: true, context)
            }
            if !isPass, let into = documents.attribute(.into, child), let slot = slot(into, context) {
                taken[name.text] = slot
                checkType(
                    port?.type ?? .text, of: name, into: slots[slot].type, "'\(into.text)'", keepsSecrets: true)
            }
        }
        let inputs = handler.needs.compactMap { port -> HandlerUse.Input? in
            if let source = passed[port.name] { return HandlerUse.Input(port: port.name, source: source) }
            guard let slot = portSlot(port.name, handler, place, context) else { return nil }
            if let handle = documents.attribute(.handler, place) {
                let name = Name(text: port.name, range: handle.range)
                let what = "the port of that name of handler '\(handler.name)'"
                checkType(slots[slot].type, of: name, into: port.type, what, keepsSecrets: true)
            }
            return HandlerUse.Input(port: port.name, source: Source(.slot(slot)))
        }
        let outputs = handler.gives.compactMap { port -> HandlerUse.Output? in
            guard let slot = taken[port.name] ?? slotIfKnown(port.name, context) else { return nil }
            return HandlerUse.Output(port: port.name, slot: slot, isRequired: port.isRequired)
        }
        return HandlerUse(handler: handler.name, inputs: inputs, outputs: outputs)
    }

    private func portSlot(
        _ port: String, _ handler: HandlerDeclaration, _ place: Place, _ context: FlowContext
    ) -> SlotID? {
        if let slot = slotIfKnown(port, context) { return slot }
        bag.add(
            Diagnostic(
                .unknownValue, at: documents.attribute(.handler, place)?.range ?? documents.range(place),
                "handler '\(handler.name)' needs '\(port)', and no value has this name",
                subjects: [handler.name, port],
                notes: [Diagnostic.Note("the handler is declared here", at: handler.range)],
                help: ["pass another value with <pass name=\"\(port)\" from=\"…\"/>"]))
        return nil
    }

    private func failureKeys(_ handler: HandlerDeclaration, _ place: Place, _ site: StatementSite) -> [EventKey] {
        let node = site.context.composition.nodes[site.node]
        var names = Set<String>()
        for scope in [place] + allScopes(node, site.context) {
            for declaration in transitions(in: scope, site.context) where declaration.selector == .failure {
                for name in declaration.names where name.text != "*" { names.insert(name.text) }
            }
        }
        return names.intersection(handler.fails).sorted().map { .failure($0) } + [.failure(nil)]
    }
}
