import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

extension MachineBuilder {
    /// A transition that matches an event.
    private struct Candidate {
        let declaration: TransitionDeclaration
        /// The position of its scope, counted outward.
        let scope: Int
    }

    /// The transitions that match an event, nearest first, and the instructions that were lowered for them.
    private struct Candidates {
        let key: EventKey
        let all: [Candidate]
        /// The instructions from the first candidate of a scope on, by the position of that candidate.
        var lowered: [Int: [Instruction]] = [:]

        /// Returns whether a candidate is the first of an outer scope, whose instructions inner candidates share.
        func beginsOuterScope(at position: Int) -> Bool {
            position > 0 && all[position].scope != all[position - 1].scope
        }

        /// Returns the position of the first candidate in a scope around the scope of the candidate at `position`.
        ///
        /// The result is the number of candidates if there is no such scope.
        func nextOuterScope(after position: Int) -> Int {
            all[position...].firstIndex { $0.scope != all[position].scope } ?? all.count
        }
    }

    /// Returns the reaction of a state to an event: the nearest transition whose guard holds, or the default behavior.
    ///
    /// - Parameters:
    ///   - key: the event
    ///   - context: the node of the state
    ///   - inner: the scope of a use of a handler at the node, which is searched first; nil if there is none
    ///   - outward: the scope to begin the search at; nil to search all scopes
    /// - Returns: the instructions of the state on the event; empty if no transition and no default handles it
    mutating func reaction(
        to key: EventKey, _ context: LoweringContext, inner: ScopeDeclaration? = nil, outward: ScopeDeclaration? = nil
    ) -> [Instruction] {
        var scopes = inner.map { [$0] + context.node.scopes } ?? relevantScopes(for: key, context)
        if let outward { scopes.removeSubrange(..<(scopes.firstIndex { $0 === outward } ?? scopes.count)) }
        var matches = matchingTransitions(for: key, in: scopes, context)
        if matches.count > Self.maxCandidates { limitCandidates(&matches, key, context) }
        var candidates = Candidates(key: key, all: matches)
        let instructions = lower(&candidates, from: 0, context)
        guard case .host(let name) = key, context.unit.declarations.errorCommands.contains(name),
            !instructions.isEmpty
        else { return instructions }
        // If the host sends no error with the command, the type of the error is the name of the command.
        let error = Instruction.error(type: symbols.name(name), message: "")
        return [.when(.not(.present(ErrorSlot.type)), Block([error]))] + instructions
    }

    /// Returns the scopes whose transitions can handle an event. At an end, only its own scopes can handle `start`,
    /// because outer scopes handle the `start` of a running sign-in.
    private func relevantScopes(for key: EventKey, _ context: LoweringContext) -> [ScopeDeclaration] {
        guard case .host(.start) = key, context.node.kind == .end else { return context.node.scopes }
        return Array(context.node.scopes.prefix(context.node.parts.count))
    }

    /// Returns the transitions that match an event, in the order in which the flow tries them.
    ///
    /// Inner scopes come first. In a scope, transitions that name the event come before those with a wildcard. Records
    /// that all of them were considered. Records several of the same scope and rank as a decision for the checks.
    private mutating func matchingTransitions(
        for key: EventKey, in scopes: [ScopeDeclaration], _ context: LoweringContext
    ) -> [Candidate] {
        var matches: [Candidate] = []
        for (index, scope) in scopes.enumerated() {
            let transitions = context.unit.transitions(in: scope)
            for rank in TransitionSelector.ranks {
                let first = matches.count
                for transition in transitions where transition.selector.rank(for: key) == rank {
                    matches.append(Candidate(declaration: transition, scope: index))
                    notes.considered[transition.number] = true
                }
                if matches.count > first + 1 { recordDecision(matches[first...].map(\.declaration), key, context) }
            }
        }
        return matches
    }

    /// The maximum number of transitions for one event at one node.
    private static let maxCandidates = 128

    /// Reports that an event has too many transitions at a node, and removes the excess ones.
    private mutating func limitCandidates(
        _ candidates: inout [Candidate], _ key: EventKey, _ context: LoweringContext
    ) {
        let firstExcess = candidates[Self.maxCandidates].declaration
        candidates.removeSubrange(Self.maxCandidates...)
        notes.findings.append(
            Diagnostic(
                .tooManyTransitions, at: firstExcess.selector.range,
                "'\(key.text(symbols))' has more than \(Self.maxCandidates) transitions at '\(context.name)'",
                help: ["use one transition to a choice, and branch there"]))
    }

    /// Records transitions of the same scope and rank, so that a check can prove that their guards exclude each other.
    private mutating func recordDecision(
        _ transitions: [TransitionDeclaration], _ key: EventKey, _ context: LoweringContext
    ) {
        let branches = transitions.map { transition in
            Decision.Branch(
                condition: condition(of: transition, context) ?? .constant(true),
                range: transition.guardClause?.range ?? transition.selector.range,
                hasGuard: transition.guardClause != nil)
        }
        notes.branching.decisions.append(
            Decision(
                kind: .transitions, branches: branches, isClosed: true, range: context.node.id.range,
                subject: "'\(key.text(symbols))' at '\(context.name)'"))
    }

    /// Returns the condition under which a transition is taken, or nil if it is always taken.
    ///
    /// The condition consists of the guard and, for an `on select`, of its words. An `on select` is also recorded for
    /// the checks.
    private mutating func condition(of transition: TransitionDeclaration, _ context: LoweringContext) -> Condition? {
        let guarded = condition(transition.guardClause, context)
        guard transition.selector.kind == .select else { return guarded }
        notes.selections.insert(
            NodeSelection(document: context.unit.root?.document, node: context.index, transition: transition.number))
        let selected = StepLowering(program: program, context: context).selectionCondition(of: transition, &tables)
        guard let guarded, let selected else { return selected ?? guarded }
        return .and(selected, guarded)
    }

    // MARK: Chains

    /// The instructions that refuse an event because no transition takes it.
    static let rejection: [Instruction] = [.refuse("event-not-accepted")]

    /// Returns the instructions of the candidates from a position on; empty if nothing handles the event.
    ///
    /// They take the first candidate whose condition holds. If no condition holds, the default or a rejection follows.
    private mutating func lower(_ candidates: inout Candidates, from position: Int, _ context: LoweringContext)
        -> [Instruction]
    {
        guard position < candidates.all.count else { return defaultInstructions(for: candidates.key, context) }
        if let known = candidates.lowered[position] { return known }
        let transition = candidates.all[position].declaration
        let condition = condition(of: transition, context)
        let instructions: [Instruction]
        if transition.target.isNowhere {
            instructions = lowerWithoutTarget(&candidates, at: position, transition, condition, context)
        } else {
            notes.record(transition, isTaken: true)
            let body = self.instructions(taking: transition, candidates.key, context)
            if let condition {
                let rest = lower(&candidates, from: position + 1, context)
                instructions = [.when(condition, Block(body))] + (rest.isEmpty ? Self.rejection : rest)
            } else {
                instructions = body
            }
        }
        guard candidates.beginsOuterScope(at: position) else { return instructions }
        let shared = outlined(instructions, context)
        candidates.lowered[position] = shared
        return shared
    }

    /// Moves a long sequence of instructions into a state of its own, and returns the jump to that state.
    ///
    /// Every transition without a target in an inner scope continues with the instructions of the outer scope. If each
    /// had a copy, the number of copies could double with every scope. A short sequence, or one that depends on the
    /// event, is returned unchanged.
    private mutating func outlined(_ instructions: [Instruction], _ context: LoweringContext) -> [Instruction] {
        let block = Block(instructions)
        guard block.isIndependentOfEvent, block.size > Self.maxCopiedInstructions else { return instructions }
        let state = newState("\(context.name)/onward", of: context.states.node)
        states[state].kind = .choice(block)
        return [.jump(state)]
    }

    /// The maximum number of instructions of an outer scope that several transitions may copy.
    private static let maxCopiedInstructions = 64

    /// Returns the instructions of a transition without a target.
    ///
    /// These are its statements, and then the instructions of the next outer scope. If the transition's condition is
    /// false, the next candidate follows. The result is empty if nothing after this transition handles the event.
    /// If the outer scope has too many instructions, reports this, and returns only these.
    private mutating func lowerWithoutTarget(
        _ candidates: inout Candidates, at position: Int, _ transition: TransitionDeclaration,
        _ condition: Condition?, _ context: LoweringContext
    ) -> [Instruction] {
        let outer = lower(&candidates, from: candidates.nextOuterScope(after: position), context)
        notes.record(transition, isTaken: !outer.isEmpty)
        let rest = condition == nil ? [] : lower(&candidates, from: position + 1, context)
        if outer.isEmpty, rest.isEmpty { return [] }
        guard Block(outer).size <= Self.maxInstructions else {
            notes.reportTooManyPaths(after: transition, candidates.key.text(symbols), at: context)
            return outer
        }
        let mark = keepingError(for: transition) + [.mark(tables.marks.intern(transition))]
        let continuation = outer.isEmpty ? Self.rejection : outer
        guard let condition else { return mark + sequence(transition.statements, context, then: continuation) }
        let otherwise = rest.isEmpty ? Self.rejection : rest
        // After the last candidate of its scope, both paths continue alike. Only a handler's state then needs a copy.
        let isShared = outer == rest && transition.statements.allSatisfy(\.handlerUses.isEmpty)
        let work = sequence(transition.statements, context, then: isShared ? [] : continuation)
        return [.when(condition, Block(mark + work))] + otherwise
    }

    /// The maximum number of instructions after a transition without a target. Each scope can double their number.
    private static let maxInstructions = 4_096

    /// Returns the default behavior on an event that no transition handles.
    ///
    /// A challenge enters its node, a submitted answer is sent, and a `start` at an end begins a new sign-in.
    private mutating func defaultInstructions(for key: EventKey, _ context: LoweringContext) -> [Instruction] {
        switch key {
        case .challenge(let name): enteringChallengeNode(name ?? .any, key, context)
        case .host(.submit): context.states.compute.map { [.jump($0)] } ?? []
        case .host(.start) where context.node.kind == .end: newStart(of: context.instance)
        default: []
        }
    }

    /// Returns the instructions that enter the node of a challenge, or else the wildcard node; empty if there is none.
    ///
    /// The innermost flow that has the node wins, from the current sub-flow to the compiled flow.
    private mutating func enteringChallengeNode(_ challenge: Symbol, _ key: EventKey, _ context: LoweringContext)
        -> [Instruction]
    {
        let called = context.states.request.flatMap { requests[$0]?.service }
        for name in challenge == .any ? [challenge] : [challenge, .any] {
            // A flow that does not use the called service has no node for its challenges.
            for flow in context.instance.chain where flow.unit.services.all.contains(where: { $0.document == called }) {
                guard let index = plan.challengeNodes[flow.number][name], let node = flow.unit.nodes[index],
                    let entry = entry(index, of: flow, from: context)
                else { continue }
                return requirement(of: node, at: context) + resettingAttemptsOnSuccess(key, context) + [.jump(entry)]
            }
        }
        return []
    }

    // MARK: Replies

    /// Adds the transitions on all replies to the state that waits for them, and records facts for the checks.
    mutating func lowerReplies(_ state: StateID, _ prepared: PreparedRequest, _ context: LoweringContext) {
        addInterruptions(to: state, context)
        let required = prepared.required
        addTransition(
            on: .success, to: state, context, prefix: required.isEmpty ? [] : [.require(required)],
            isOptional: !prepared.note.canSucceed)
        addTransition(on: .invalid, to: state, context)
        if !prepared.request.reply.challengePath.isEmpty {
            for name in challengeNames(at: context) { addTransition(on: .challenge(name), to: state, context) }
            // The facts about the request list the challenges that this event would stand for.
            addTransition(on: .challenge(nil), to: state, context, isOptional: true)
        }
        for name in names(of: .error, at: context) { addTransition(on: .error(name), to: state, context) }
        addTransition(on: .error(nil), to: state, context)
        recordRequestFacts(prepared, state, context)
    }

    /// Adds the transition on an event to a state. Records an unhandled event, and rejects it if necessary.
    ///
    /// - Parameters:
    ///   - event: the event
    ///   - state: the state that waits for the event
    ///   - context: the node of the state
    ///   - prefix: the instructions to run before the transition
    ///   - isOptional: whether the flow may leave the event unhandled, so that it is never recorded
    mutating func addTransition(
        on event: EventKey, to state: StateID, _ context: LoweringContext, prefix: [Instruction] = [],
        isOptional: Bool = false
    ) {
        let instructions = reaction(to: event, context)
        if !instructions.isEmpty {
            states[state].transitions.append((event, Block(prefix + instructions)))
            return
        }
        if mustReject(event, context) { states[state].transitions.append((event, Block(Self.rejection))) }
        if !isOptional { recordUnhandledReply(event, at: context) }
    }

    /// Returns whether a state must reject an event that it does not handle.
    ///
    /// It must if the event is a named error or challenge that the transition on all others would handle instead. A
    /// flow must have such a transition for errors, but not for challenges.
    private mutating func mustReject(_ event: EventKey, _ context: LoweringContext) -> Bool {
        switch event {
        case .error(_?): true
        case .challenge(_?): !reaction(to: .challenge(nil), context).isEmpty
        default: false
        }
    }

    /// Records that no transition handles a reply at a node, with the help for the finding.
    private mutating func recordUnhandledReply(_ reply: EventKey, at context: LoweringContext) {
        let (name, selector) =
            switch reply {
            case .success: ("success", "event=\"success\"")
            case .invalid: ("an invalid reply", "event=\"invalid\"")
            case .error: ("an error", "error=\"*\"")
            default: ("a reply", "event=\"reply\"")
            }
        notes.recordDrop(
            of: name, at: context, help: "add <on \(selector) to=\"…\"/> here, to a group around it, or to the flow")
    }

    /// Adds the transitions on `cancel` and `start`, if there are any, to a state that waits for a reply or handler.
    mutating func addInterruptions(to state: StateID, _ context: LoweringContext) {
        for event in [Symbol.cancel, .start] {
            let instructions = reaction(to: .host(event), context)
            if !instructions.isEmpty { states[state].transitions.append((.host(event), Block(instructions))) }
        }
    }

    /// Returns the challenges of the service that need an event of their own: those with a node, those that a
    /// transition names, and the answered one if the node counts attempts.
    private func challengeNames(at context: LoweringContext) -> [Symbol] {
        var names = Set(names(of: .challenge, at: context))
        for flow in context.instance.chain { names.formUnion(plan.challengeNodes[flow.number].keys) }
        // A repeated challenge means that the answer was rejected. Any other challenge resets the attempts.
        if let answered = answeredChallenge(at: context),
            !tables.counters.transitionsWithOwnCounter(at: context.index, of: context.instance).isEmpty
        {
            names.insert(answered)
        }
        let known = service(at: context)?.challenges ?? [:]
        return symbols.sorted(names.filter { $0 != .any && known[$0] != nil })
    }

    /// Returns the names of a kind of event in the transitions in scope, sorted and without `*`.
    func names(of kind: TransitionSelector.Kind, at context: LoweringContext, inner: ScopeDeclaration? = nil)
        -> [Symbol]
    {
        var names: Set<Symbol> = []
        for scope in (inner.map { [$0] } ?? []) + context.node.scopes {
            for transition in context.unit.transitions(in: scope) where transition.selector.kind == kind {
                for name in transition.selector.names where name.symbol != .any { names.insert(name.symbol) }
            }
        }
        return symbols.sorted(names)
    }

    /// Records the prepared facts about a request, and the challenges that no transition handles, for the checks.
    private mutating func recordRequestFacts(
        _ prepared: PreparedRequest, _ state: StateID, _ context: LoweringContext
    ) {
        var note = prepared.note
        let challenges = states[state].transitions.compactMap { event, block -> (name: Symbol?, block: Block)? in
            if case .challenge(let name) = event { (name, block) } else { nil }
        }
        for case (let name?, let block) in challenges { recordGuardedChallenge(name, block, note, context) }
        if !challenges.contains(where: { $0.name == nil }) {
            let handled = symbols.names(challenges.compactMap(\.name))
            note.unhandled = (note.challenges ?? []).subtracting(handled).sorted()
        }
        notes.states[state, default: StateFacts()].request = note
        notes.states[state, default: StateFacts()].needs = prepared.needs
        recordNamedReplies(note, context)
    }

    /// Records the first node at which guards decide whether the flow handles a possible challenge.
    private mutating func recordGuardedChallenge(
        _ challenge: Symbol, _ block: Block, _ note: RequestNote, _ context: LoweringContext
    ) {
        let name = symbols.name(challenge)
        guard note.challenges?.contains(name) == true, notes.branching.guardedChallenges[name] == nil else { return }
        // If every transition on the challenge has a guard, its instructions end with the rejection.
        if block.instructions.last == Self.rejection.last {
            notes.branching.guardedChallenges[name] = context.node.id.range
        }
    }

    /// Records the replies that transitions of the compiled file name, each with whether this request can receive it.
    private mutating func recordNamedReplies(_ note: RequestNote, _ context: LoweringContext) {
        guard context.instance.user == nil, let own = context.unit.root?.file else { return }
        let errors = Set(note.errors)
        let ownScopes = context.node.scopes.filter { $0.file == own }
        for selector in ownScopes.flatMap({ context.unit.transitions(in: $0) }).map(\.selector) {
            for name in selector.names where name.symbol != .any {
                let text = symbols.name(name.symbol)
                switch selector.kind {
                case .error:
                    // Any request can lead to a reserved error, which no service description declares.
                    let isPossible = ReservedError(rawValue: text.text)?.event == .error || errors.contains(text)
                    notes.recordNamedReply("the error '\(text)'", at: name.range, isPossible: isPossible)
                case .challenge:
                    let isPossible = note.challenges?.contains(text) ?? true
                    notes.recordNamedReply("the challenge '\(text)'", at: name.range, isPossible: isPossible)
                case .event where name.symbol == .success:
                    notes.recordNamedReply(text.text, at: name.range, isPossible: note.canSucceed)
                case .event, .select, .failure, .outcome: break
                }
            }
        }
    }
}
