import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The elements that speak of the request of a node: those of its answer, or its own.
    private func requestScopes(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> [Place] {
        let answers = node.parts.flatMap { documents.children($0, .answer) }
        return answers + allScopes(node, context)
    }

    /// Builds the request of a node.
    func prepareRequest(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) -> PreparedRequest? {
        guard let (operation, variant) = operation(of: node, context) else { return nil }
        let scopes = requestScopes(node, context)
        var prepared = PreparedRequest(
            request: Request(
                operation: operation.name, inputs: [],
                reply: ReplyForm(challengePath: [], successPath: [], outputs: [])))
        let inputs = service.inputs(of: operation, variant: variant)
        checkSends(node, inputs, operation, variant)
        for input in inputs {
            if input.isVariant {
                guard let variant else {
                    if input.isRequired { prepared.note.missing.append(input.name) }
                    continue
                }
                prepared.request.inputs.append(
                    Request.Input(path: input.path, source: Source(.literal(variant)), isSpread: false))
                continue
            }
            guard let (source, range) = source(of: input, scopes, context, &prepared) else {
                if input.isRequired { prepared.note.missing.append(input.name) }
                continue
            }
            note(source, of: input, at: range, &prepared)
            noteBeginnings(source, of: input, at: range, &prepared)
            checkShape(of: input, sends: sends(of: input, scopes), context)
            prepared.keys[input.name] = source
            prepared.request.inputs.append(
                Request.Input(
                    path: input.path, source: source, isSpread: input.isSpread,
                    isSecret: isSecret(input, among: inputs, source)))
            noteDerived(source, context, &prepared)
        }
        removeSpread(inputs, &prepared)
        prepared.request.reply = replyForm(operation, scopes, context, &prepared)
        noteReplies(to: operation, variant, &prepared)
        let owner =
            node.parts.flatMap { documents.children($0, .answer) } + (node.element == .challenge ? [] : node.parts)
        prepared.required = owner.flatMap { documents.names(.requires, $0) }.compactMap {
            requiredOutput($0, operation)
        }
        return prepared
    }

    /// Whether the service takes a member for a secret and its slot does not say so; a map that is spread may hold any member.
    private func isSecret(
        _ input: ServiceDescription.Input, among inputs: [ServiceDescription.Input], _ source: Source
    ) -> Bool {
        if case .slot(let slot) = source.origin, slots[slot].type.isSecret,
            source.otherwise.map({ slots[$0].type.isSecret }) ?? true
        {
            return false
        }
        guard input.isSpread else { return input.type.isSecret }
        return inputs.contains { $0.type.isSecret && $0.path.dropLast() == input.path.dropLast() }
    }

    /// An output that a success must bring.
    private func requiredOutput(_ name: Name, _ operation: ServiceDescription.Operation) -> SlotID? {
        let outputs = outputs(of: operation)
        guard outputs.contains(where: { $0.name == name.text }) else {
            bag.add(Findings.unknown(name, "parameter", .unknownParameter, among: outputs.map(\.name)))
            return nil
        }
        return outputSlot(name.text)
    }

    /// The operation and variant of a node's request.
    private func operation(
        of node: Composition.NodeDeclaration, _ context: FlowContext
    ) -> (ServiceDescription.Operation, String?)? {
        switch node.element {
        case .call:
            guard let name = first(.operation, node) else { return nil }
            return called(name, variant: first(.variant, node), context)
        case .challenge:
            let name = first(.as, node) ?? first(.name, node)
            return name.flatMap { answered($0, context) }
        default:
            let answer = node.parts.lazy.flatMap { self.documents.children($0, .answer) }.first
            return answer.flatMap { documents.attribute(.challenge, $0) }.flatMap { answered($0, context) }
        }
    }

    func first(_ attribute: AttributeName, _ node: Composition.NodeDeclaration) -> Name? {
        node.parts.lazy.compactMap { self.documents.attribute(attribute, $0) }.first
    }

    private func called(_ name: Name, variant: Name?, _ context: FlowContext) -> (
        ServiceDescription.Operation, String?
    )? {
        let actual = context.substitutes[name.text] ?? name
        guard let operation = service.operations[actual.text] else {
            bag.add(Findings.unknown(actual, "operation", .unknownOperation, among: service.operations.keys.sorted()))
            return nil
        }
        if let variant, !service.variants(of: operation).contains(variant.text) {
            bag.add(Findings.unknown(variant, "variant", .unknownVariant, among: service.variants(of: operation)))
            return nil
        }
        return (operation, variant?.text)
    }

    private func answered(_ challenge: Name, _ context: FlowContext) -> (ServiceDescription.Operation, String?)? {
        guard service.challenges[challenge.text] != nil else {
            bag.add(
                Findings.unknown(challenge, "challenge", .unknownChallenge, among: service.challenges.keys.sorted()))
            return nil
        }
        guard let answer = service.answer else { return nil }
        let actual = context.substitutes[answer]?.text ?? answer
        guard let operation = service.operations[actual] else { return nil }
        return (operation, challenge.text)
    }

    /// The nearest send of a key, unless it is omitted nearer.
    private func source(
        of input: ServiceDescription.Input, _ scopes: [Place], _ context: FlowContext, _ prepared: inout PreparedRequest
    ) -> (Source, SourceRange)? {
        for scope in scopes {
            let keys = requestKeys(in: scope)
            if keys.omitted.contains(input.name) { return nil }
            guard let sends = keys.sends[input.name], let first = sends.first else { continue }
            let range = (documents.attribute(.from, first) ?? documents.attribute(.value, first))?.range
            let place = range ?? documents.range(first)
            if sends.count == 1, !documents.has(.when, first) { return source(first, context).map { ($0, place) } }
            let slot = newSlot("\(input.name)#\(slots.count)", type(ofSends: sends, context))
            let choices = sends.compactMap { send in source(send, context).map { (condition(send, context), $0) } }
            prepared.chosen.append((slot, choices))
            return (Source(.slot(slot)), place)
        }
        return nil
    }

    /// The nearest sends of a key.
    private func sends(of input: ServiceDescription.Input, _ scopes: [Place]) -> [Place] {
        for scope in scopes {
            if let sends = requestKeys(in: scope).sends[input.name] { return sends }
        }
        return []
    }

    /// What a scope sends and leaves out, read once for all requests that it counts for.
    private func requestKeys(in scope: Place) -> ScopeKeys {
        if let known = keyCache[scope] { return known }
        var keys = ScopeKeys()
        for omit in children(scope, .omit) {
            keys.omitted.formUnion(documents.names(.name, omit).map(\.text))
        }
        for send in children(scope, .send) {
            if let name = documents.attribute(.name, send) { keys.sends[name.text, default: []].append(send) }
        }
        keyCache[scope] = keys
        return keys
    }

    private func type(ofSends sends: [Place], _ context: FlowContext) -> ValueType {
        for send in sends {
            guard let from = documents.attribute(.from, send), let slot = slotIfKnown(from.text, context) else {
                continue
            }
            return slots[slot].type
        }
        return .text
    }

    private func noteDerived(_ source: Source, _ context: FlowContext, _ prepared: inout PreparedRequest) {
        guard case .slot(let slot) = source.origin else { return }
        for name in context.derived.keys.sorted() where context.slots[name] == slot {
            if let derived = context.derived[name], !prepared.derived.contains(where: { $0.name == name }) {
                prepared.derived.append(derived)
            }
        }
    }

    /// A key sent at the node itself must be one that this request has.
    private func checkSends(
        _ node: Composition.NodeDeclaration, _ inputs: [ServiceDescription.Input],
        _ operation: ServiceDescription.Operation, _ variant: String?
    ) {
        let known = Set(inputs.map(\.name))
        let own = node.parts.flatMap { [$0] + documents.children($0, .answer) }
        for send in own.flatMap({ documents.children($0, .send) }) {
            guard let name = documents.attribute(.name, send), !known.contains(name.text) else { continue }
            bag.add(Findings.unknown(name, "parameter", .unknownParameter, among: inputs.map(\.name)))
        }
    }

    // MARK: Replies

    func outputs(of operation: ServiceDescription.Operation) -> [ServiceDescription.Output] {
        operation.outputs + (operation.reply.flatMap { service.replies[$0]?.outputs } ?? [])
    }

    /// Everything that the reply can bring and the flow uses, and what `receive` moves.
    private func replyForm(
        _ operation: ServiceDescription.Operation, _ scopes: [Place], _ context: FlowContext,
        _ prepared: inout PreparedRequest
    ) -> ReplyForm {
        let reply = operation.reply.flatMap { service.replies[$0] }
        var form = ReplyForm(
            challengePath: reply?.challengePath ?? [], successPath: reply?.successPath ?? [], outputs: [])
        let known = outputs(of: operation)
        for scope in scopes {
            for receive in children(scope, .receive) {
                guard let name = documents.attribute(.name, receive), let into = documents.attribute(.into, receive),
                    let output = known.first(where: { $0.name == name.text }),
                    prepared.received.insert(name.text).inserted,
                    let slot = slot(into, context)
                else { continue }
                checkType(output.type, of: name, into: slots[slot].type, "'\(into.text)'", keepsSecrets: true)
                form.outputs.append(
                    ReplyForm.Output(
                        slot: slot, path: output.path, encoding: output.encoding, prefix: output.prefix,
                        isRequired: documents.isTrue(.required, receive)))
            }
        }
        return form
    }

    /// Adds what a reply can bring and the flow uses by its own name; known only when all of the flow was read.
    func completeReplyForms() {
        for state in requests.keys.sorted() {
            guard var prepared = requests[state], let operation = service.operations[prepared.request.operation] else {
                continue
            }
            var candidates = outputs(of: operation)
            if !prepared.request.reply.challengePath.isEmpty { candidates += challengeParameters }
            var seen: Set<String> = []
            for output in candidates where !seen.contains(output.name) {
                seen.insert(output.name)
                guard let slot = outputSlots[output.name] else { continue }
                prepared.request.reply.outputs.append(
                    ReplyForm.Output(
                        slot: slot, path: output.path, encoding: output.encoding, prefix: output.prefix,
                        isRequired: false))
            }
            requests[state] = prepared
            states[state].kind = .call(prepared.request)
        }
    }

    /// The parameters of all challenges, by name once.
    private var challengeParameters: [ServiceDescription.Output] {
        service.challenges.keys.sorted().flatMap { service.challenges[$0]?.parameters ?? [] }
    }
}
