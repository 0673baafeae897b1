import FlowAnnotations
import FlowDiagnostics
import FlowModel

extension MachineBuilder {
    // MARK: Replies

    /// The state in which a reply is awaited.
    mutating func lowerReplies(_ state: StateID, _ prepared: PreparedRequest, _ site: Site) {
        addInterruptions(to: state, site)
        let required = prepared.required
        add(.success, to: state, site, prefix: required.isEmpty ? [] : [.require(required)])
        add(.invalid, to: state, site)
        if !prepared.request.reply.challengePath.isEmpty {
            for name in challengeNames(at: site) { add(.challenge(name), to: state, site) }
            add(.challenge(nil), to: state, site, isOptional: true)
        }
        for name in names(of: .error, at: site) { add(.error(name), to: state, site) }
        add(.error(nil), to: state, site)
        keepNotes(prepared, state, site)
    }

    private mutating func add(
        _ key: EventKey, to state: StateID, _ site: Site, prefix: [Instruction] = [], isOptional: Bool = false
    ) {
        let instructions = resolve(key, site)
        if !instructions.isEmpty {
            states[state].transitions.append((key, Block(prefix + instructions)))
            return
        }
        guard !isOptional else { return }
        let (event, selector) =
            switch key {
            case .success: ("success", "event=\"success\"")
            case .invalid: ("a reply that cannot be understood", "event=\"invalid\"")
            case .error: ("an error", "error=\"*\"")
            default: ("a reply", "event=\"reply\"")
            }
        notes.drop(
            event, at: site, help: "add <on \(selector) to=\"…\"/> here, to a group around it, or to the flow")
    }

    /// Starting again and cancelling are possible while a reply or a handler is awaited, where the flow takes them at all.
    mutating func addInterruptions(to state: StateID, _ site: Site) {
        for event in [Symbol.cancel, .start] {
            let instructions = resolve(.host(event), site)
            if !instructions.isEmpty { states[state].transitions.append((.host(event), Block(instructions))) }
        }
    }

    /// Challenges with a node in reach, and those that a transition in scope names.
    private func challengeNames(at site: Site) -> [Symbol] {
        var names = Set(names(of: .challenge, at: site))
        for flow in site.instance.chain { names.formUnion(plan.challengeNodes[flow.number].keys) }
        return symbols.sorted(names.filter { $0 != .any && site.unit.service.challenges[$0] != nil })
    }

    /// The names that transitions in scope listen to.
    func names(of kind: TransitionSelector.Kind, at site: Site, inner: ScopeDeclaration? = nil) -> [Symbol] {
        var names: Set<Symbol> = []
        for scope in (inner.map { [$0] } ?? []) + site.node.scopes {
            for transition in site.unit.transitions(in: scope) where transition.selector.kind == kind {
                for name in transition.selector.names where name.symbol != .any { names.insert(name.symbol) }
            }
        }
        return symbols.sorted(names)
    }

    /// Keeps the notes of a request, now that its transitions are known.
    private mutating func keepNotes(_ prepared: PreparedRequest, _ state: StateID, _ site: Site) {
        var note = prepared.note
        var taken: Set<String> = []
        var takesOthers = false
        for (event, block) in states[state].transitions {
            guard case .challenge(let name) = event else { continue }
            guard let name = name.map({ symbols[$0] }) else {
                takesOthers = true
                continue
            }
            taken.insert(name)
            if note.challenges?.contains(name) == true, block.instructions.last == Self.unanswered.last,
                notes.branching.guardedChallenges[name] == nil
            {
                notes.branching.guardedChallenges[name] = site.node.id.range
            }
        }
        if !takesOthers { note.unhandled = (note.challenges ?? []).subtracting(taken).sorted() }
        notes.states[state, default: StateFacts()].request = note
        notes.states[state, default: StateFacts()].needs = prepared.needs
        noteNamedReplies(note, site)
    }

    /// The answers that transitions of the compiled file name, each with whether a request can be given it.
    private mutating func noteNamedReplies(_ note: RequestNote, _ site: Site) {
        guard site.instance.user == nil, let own = site.unit.root?.file else { return }
        let errors = Set(note.errors)
        for scope in site.node.scopes where scope.file == own {
            for transition in site.unit.transitions(in: scope) {
                let selector = transition.selector
                guard selector.kind == .error || selector.kind == .challenge else { continue }
                for name in selector.names where name.symbol != .any {
                    let text = symbols[name.symbol]
                    let isPossible =
                        selector.kind == .error ? errors.contains(text) : note.challenges?.contains(text) ?? true
                    notes.note(
                        text, at: name.range, kind: selector.kind == .error ? "the error" : "the challenge",
                        isPossible: isPossible)
                }
            }
        }
    }
}
