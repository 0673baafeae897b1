import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// What the proofs need to know of requests, handlers and steps beyond what the machine does with them.
extension Lowerer {
    /// A key that a request carries: what must be there, and the session that the service will know it by.
    func note(
        _ source: Source, of input: ServiceDescription.Input, at range: SourceRange, _ prepared: inout PreparedRequest
    ) {
        if input.isRequired {
            prepared.needs.append(
                DataNeed(source: source, reason: "the request must carry it as '\(input.name)'", range: range))
        }
        if input.type == .session, case .slot(let slot) = source.origin {
            prepared.note.sessions.append(RequestNote.CarriedSession(key: input.name, slot: slot, range: range))
        }
    }

    /// A required key that a spread map can hold is the host's to give.
    func removeSpread(_ inputs: [ServiceDescription.Input], _ prepared: inout PreparedRequest) {
        let spreads = prepared.request.inputs.filter(\.isSpread).map(\.path)
        guard !spreads.isEmpty else { return }
        prepared.note.missing.removeAll { key in
            guard let path = inputs.first(where: { $0.name == key })?.path, let last = path.last else { return false }
            return spreads.contains { $0.dropLast() == path.dropLast() && last.hasPrefix($0.last ?? "") }
        }
    }

    /// What can follow on a request.
    func noteReplies(
        to operation: ServiceDescription.Operation, _ variant: String?, _ prepared: inout PreparedRequest
    ) {
        let isAnswer = !operation.responsePath.isEmpty && variant.map { service.challenges[$0] != nil } == true
        let challenge = isAnswer ? variant.flatMap { service.challenges[$0] } : nil
        let called = challenge == nil ? variant.flatMap { operation.variants[$0] } : nil
        prepared.note.subject = operation.name + (variant.map { " with \($0)" } ?? "")
        prepared.note.answers = challenge?.name
        prepared.note.errors = operation.errors
        prepared.note.provesIdentity = (challenge?.proves ?? called?.proves ?? operation.proves) != nil
        if operation.reply.flatMap({ service.replies[$0]?.challengePath.isEmpty }) ?? true {
            prepared.note.challenges = []
        }
        if let following = challenge?.brings ?? called?.brings {
            prepared.note.challenges = following.challenges
            prepared.note.canSucceed = following.success
        }
    }

    /// Keeps the notes of a request, now that its transitions are known.
    func keepNotes(
        _ prepared: PreparedRequest, _ state: StateID, _ node: Composition.NodeDeclaration, _ context: FlowContext
    ) {
        var note = prepared.note
        let taken = states[state].transitions.map(\.event)
        if !taken.contains(.challenge(nil)) {
            note.unhandled = (note.challenges ?? []).filter { !taken.contains(.challenge($0)) }.sorted()
        }
        for (event, block) in states[state].transitions {
            guard case .challenge(let name?) = event, note.challenges?.contains(name) == true,
                block.instructions.last == Self.unanswered.last
            else { continue }
            map.branching.guardedChallenges[name] = map.branching.guardedChallenges[name] ?? node.range
        }
        map.requests[state] = note
        noteNamedReplies(note, node, context)
        if !prepared.needs.isEmpty { map.needs[state] = prepared.needs }
    }

    /// Which of the answers that transitions of the compiled file name can be given to a request.
    private func noteNamedReplies(
        _ note: RequestNote, _ node: Composition.NodeDeclaration, _ context: FlowContext
    ) {
        let own = context.composition.roots.first?.document
        for scope in allScopes(node, context) where scope.document == own && context.parent == nil {
            for declaration in transitions(in: scope, context) {
                guard declaration.selector == .error || declaration.selector == .challenge else { continue }
                for (index, name) in declaration.names.enumerated() where name.text != "*" {
                    let isPossible =
                        declaration.selector == .error
                        ? note.errors.contains(name.text) : note.challenges?.contains(name.text) ?? true
                    remember(declaration, index, isPossible)
                }
            }
        }
    }

    private func remember(_ declaration: TransitionDeclaration, _ index: Int, _ isPossible: Bool) {
        let key = [declaration.id, index]
        if let known = namedReplies[key] {
            if isPossible { map.statements.namedReplies[known].isPossible = true }
            return
        }
        namedReplies[key] = map.statements.namedReplies.count
        let what = declaration.selector == .error ? "the error" : "the challenge"
        map.statements.namedReplies.append(
            NamedReply(
                what: what, name: declaration.names[index].text, range: declaration.names[index].range,
                isPossible: isPossible))
    }

    /// What a handler's required ports are bound to.
    func needs(
        of handler: HandlerDeclaration, _ use: HandlerUse, _ place: Place
    ) -> [DataNeed] {
        let passes = documents.children(place, .pass)
        return use.inputs.compactMap { input in
            guard handler.needs.contains(where: { $0.name == input.port && $0.isRequired }) else { return nil }
            let pass = passes.first { documents.attribute(.name, $0)?.text == input.port }
            let range = pass.flatMap { documents.attribute(.from, $0) } ?? documents.attribute(.handler, place)
            return DataNeed(
                source: input.source, reason: "handler '\(handler.name)' needs it as '\(input.port)'",
                range: range?.range ?? documents.range(place))
        }
    }

    /// What a step needs: a list of which one is chosen, and how long it may take.
    func noteStep(_ state: StateID, _ asks: [Place], _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        var needs: [DataNeed] = []
        for place in asks {
            guard let name = documents.attribute(.offered, place), let slot = slotIfKnown(name.text, context) else {
                continue
            }
            needs.append(
                DataNeed(source: Source(.slot(slot)), reason: "only what it holds can be chosen", range: name.range))
        }
        if let after = timeLimitName(node, context) {
            if Int(after.text) == nil, let slot = slotIfKnown(after.text, context) {
                needs.append(DataNeed(source: Source(.slot(slot)), reason: "it limits the time", range: after.range))
            } else if let seconds = Int(after.text) {
                map.timeLimits[state] = TimeLimitFact(seconds: seconds, range: after.range)
            }
        }
        if !needs.isEmpty { map.needs[state] = needs }
    }

    /// What must be known of the service and of the flow as a whole.
    func noteService() {
        let variants = service.operations.values.flatMap { $0.variants.values.map(\.proves) + [$0.proves] }
        map.service.knowsProofs = (service.challenges.values.map(\.proves) + variants).contains { $0 != nil }
        map.service.beginningKeys = service.beginnings.mapValues { $0.sorted() }
        map.service.longestSession = service.sessionSeconds?.upperBound
        let outputs = service.replies.values.flatMap(\.outputs) + service.operations.values.flatMap(\.outputs)
        map.service.outputs = Set(outputSlots.values)
        map.service.granted = Set(outputs.filter { $0.grants != nil }.compactMap { outputSlots[$0.name] })
    }
}
