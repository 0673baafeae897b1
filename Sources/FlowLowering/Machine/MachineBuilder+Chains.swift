import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension MachineBuilder {
    /// A transition that listens to an event, and the scope it stands in.
    private struct Candidate {
        let declaration: TransitionDeclaration
        let scope: Int
    }

    /// The transitions that listen to an event, nearest first, and the instructions from the first of each scope further out on, once
    /// they are known.
    private struct Candidates {
        let key: EventKey
        let all: [Candidate]
        var known: [Int: [Instruction]] = [:]

        /// Whether a candidate is the first of its scope, and not of the nearest one.
        func beginsScope(at position: Int) -> Bool {
            position > 0 && all[position].scope != all[position - 1].scope
        }

        /// The first candidate behind a position in a scope further out.
        func furtherOut(from position: Int) -> Int {
            all[position...].firstIndex { $0.scope != all[position].scope } ?? all.count
        }
    }

    /// The instructions of a state on an event: those of the nearest transition that listens to it and whose guard holds, else what
    /// comes by itself. `inner` is a scope nearer than the node, such as the use of a handler; `outward` is the nearest scope that counts.
    mutating func resolve(
        _ key: EventKey, _ context: LoweringContext, inner: ScopeDeclaration? = nil, outward: ScopeDeclaration? = nil
    ) -> [Instruction] {
        var all: [Candidate] = []
        var scopes = inner.map { [$0] + context.node.scopes } ?? scopes(of: context, listeningTo: key)
        if let outward { scopes.removeSubrange(..<(scopes.firstIndex { $0 === outward } ?? scopes.count)) }
        for (index, scope) in scopes.enumerated() {
            let transitions = context.unit.transitions(in: scope)
            for rank in 1...2 {
                let known = all.count
                for transition in transitions where transition.selector.rank(for: key) == rank {
                    all.append(Candidate(declaration: transition, scope: index))
                    notes.considered[transition.number] = true
                }
                if all.count > known + 1 { noteDecision(all[known...].map(\.declaration), key, context) }
            }
        }
        if all.count > Self.maxCandidates { reportExcess(&all, key, context) }
        var candidates = Candidates(key: key, all: all)
        let instructions = chain(&candidates, from: 0, context)
        guard case .host(let name) = key, context.unit.declarations.failingCommands.contains(name),
            !instructions.isEmpty
        else { return instructions }
        // A host that sends no error of its own fails by the name of the command.
        let error = Instruction.error(type: symbols[name], message: "")
        return [.when(.not(.present(SlotTable.errorType)), Block([error]))] + instructions
    }

    /// At an end nothing but what the end itself says changes how the flow begins anew.
    private func scopes(of context: LoweringContext, listeningTo key: EventKey) -> [ScopeDeclaration] {
        guard case .host(.start) = key, context.node.kind == .end else { return context.node.scopes }
        return Array(context.node.scopes.prefix(context.node.parts.count))
    }

    /// The maximum number of transitions of one event at one node.
    private static let maxCandidates = 128

    private mutating func reportExcess(_ candidates: inout [Candidate], _ key: EventKey, _ context: LoweringContext) {
        let first = candidates[Self.maxCandidates].declaration
        candidates.removeSubrange(Self.maxCandidates...)
        notes.findings.append(
            Diagnostic(
                .tooManyTransitions, at: first.selector.range,
                "'\(key.text(symbols))' has more than \(Self.maxCandidates) transitions at '\(context.name)'",
                help: ["lead to a choice, and decide there"]))
    }

    /// Transitions of one scope and closeness must exclude each other.
    private mutating func noteDecision(
        _ transitions: [TransitionDeclaration], _ key: EventKey, _ context: LoweringContext
    ) {
        var branches: [Decision.Branch] = []
        for transition in transitions {
            let condition = combined(transition, context)
            branches.append(
                Decision.Branch(
                    condition: condition ?? .constant(true),
                    range: transition.guardClause?.range ?? transition.selector.range,
                    hasGuard: transition.guardClause != nil))
        }
        notes.branching.decisions.append(
            Decision(
                kind: .transitions, branches: branches, isClosed: true, range: context.node.id.range,
                subject: "'\(key.text(symbols))' of '\(context.name)'"))
    }

    /// The guard of a transition together with the word that it selects.
    private mutating func combined(_ transition: TransitionDeclaration, _ context: LoweringContext) -> Condition? {
        let guarded = condition(transition.guardClause, context)
        guard transition.selector.kind == .select else { return guarded }
        notes.selections.insert(
            NodeSelection(document: context.unit.root?.document, node: context.index, transition: transition.number))
        let selected = StepLowering(program: program, context: context).selection(transition, &tables)
        guard let guarded, let selected else { return selected ?? guarded }
        return .and(selected, guarded)
    }

    // MARK: Chains

    /// No guard held and nothing else takes the event.
    static let unanswered: [Instruction] = [.refuse("event-not-accepted")]

    /// The instructions from a candidate on.
    private mutating func chain(_ candidates: inout Candidates, from position: Int, _ context: LoweringContext)
        -> [Instruction]
    {
        guard position < candidates.all.count else { return byItself(candidates.key, context) }
        if let known = candidates.known[position] { return known }
        let transition = candidates.all[position].declaration
        notes.taken[transition.number] = true
        let condition = combined(transition, context)
        let instructions: [Instruction]
        if transition.target.isNowhere {
            instructions = onward(&candidates, from: position, transition, condition, context)
        } else {
            let body = taken(transition, candidates.key, context)
            if let condition {
                let rest = chain(&candidates, from: position + 1, context)
                instructions = [.when(condition, Block(body))] + (rest.isEmpty ? Self.unanswered : rest)
            } else {
                instructions = body
            }
        }
        guard candidates.beginsScope(at: position) else { return instructions }
        let way = shared(instructions, context)
        candidates.known[position] = way
        return way
    }

    /// A long way on from a scope, in a state of its own: several transitions further in lead there, and each would have a copy, which
    /// has copies itself.
    private mutating func shared(_ instructions: [Instruction], _ context: LoweringContext) -> [Instruction] {
        let block = Block(instructions)
        guard block.isIndependentOfEvent, block.size > Self.longest else { return instructions }
        let state = newState("\(context.name)/onward", context.plan.node)
        states[state].kind = .choice(block)
        return [.jump(state)]
    }

    /// The maximum number of instructions of which every transition that goes on with them has a copy.
    private static let longest = 64

    /// A transition without a target: its statements run, and a scope further out decides.
    private mutating func onward(
        _ candidates: inout Candidates, from position: Int, _ transition: TransitionDeclaration,
        _ condition: Condition?, _ context: LoweringContext
    ) -> [Instruction] {
        let onward = chain(&candidates, from: candidates.furtherOut(from: position), context)
        let rest = condition == nil ? [] : chain(&candidates, from: position + 1, context)
        if onward.isEmpty, rest.isEmpty { return [] }
        guard Block(onward).size <= Self.maxInstructions else {
            reportCopies(transition, candidates.key, context)
            return onward
        }
        let first = keeping(transition) + [.mark(tables.marks.number(transition))]
        let further = onward.isEmpty ? Self.unanswered : onward
        guard let condition else { return first + sequence(transition.statements, context, then: further) }
        // Where nothing else of its scope decides, what follows stands once behind it.
        let isShared = onward == rest && !transition.statements.contains(where: { !$0.works.isEmpty })
        let work = sequence(transition.statements, context, then: isShared ? [] : further)
        return [.when(condition, Block(first + work))] + (rest.isEmpty ? Self.unanswered : rest)
    }

    /// The maximum number of instructions that a transition without a target goes on with. Each scope may double them, where they cannot be shared.
    private static let maxInstructions = 4_096

    private mutating func reportCopies(_ transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext)
    {
        notes.findings.append(
            Diagnostic(
                .tooManyTransitions, at: transition.selector.range,
                "'\(key.text(symbols))' has too many paths at '\(context.name)'",
                help: ["use fewer transitions without a target, or lead to a choice, and decide there"]))
    }

    /// On an event that no transition takes, a challenge goes to its node, a submitted answer is sent, and an end begins anew.
    private mutating func byItself(_ key: EventKey, _ context: LoweringContext) -> [Instruction] {
        switch key {
        case .challenge(let name): automaticTransition(name ?? .any, key, context)
        case .host(.submit): context.plan.compute.map { [.jump($0)] } ?? []
        case .host(.start) where context.node.kind == .end: beginning(of: context.instance)
        default: []
        }
    }

    /// The node of a challenge, in this flow or the one that uses it; else the node for all others, likewise.
    private mutating func automaticTransition(_ name: Symbol, _ key: EventKey, _ context: LoweringContext)
        -> [Instruction]
    {
        let called = context.plan.request.flatMap { requests[$0]?.service }
        for name in name == .any ? [name] : [name, .any] {
            // A flow that is written against other services has no node for this one's challenges.
            for flow in context.instance.chain where flow.unit.services.all.contains(where: { $0.document == called }) {
                guard let index = plan.challengeNodes[flow.number][name], let node = flow.unit.nodes[index],
                    let entry = entry(index, of: flow, from: context)
                else { continue }
                return required(node, at: context) + success(key, context) + [.jump(entry)]
            }
        }
        return []
    }

    // MARK: Replies

    /// The state in which a reply is awaited.
    mutating func lowerReplies(_ state: StateID, _ prepared: PreparedRequest, _ context: LoweringContext) {
        addInterruptions(to: state, context)
        let required = prepared.required
        add(
            .success, to: state, context, prefix: required.isEmpty ? [] : [.require(required)],
            isOptional: !prepared.note.canSucceed)
        add(.invalid, to: state, context)
        if !prepared.request.reply.challengePath.isEmpty {
            for name in challengeNames(at: context) { add(.challenge(name), to: state, context) }
            add(.challenge(nil), to: state, context, isOptional: true)
        }
        for name in names(of: .error, at: context) { add(.error(name), to: state, context) }
        add(.error(nil), to: state, context)
        keepNotes(prepared, state, context)
    }

    /// The instructions of a state on an event.
    mutating func add(
        _ key: EventKey, to state: StateID, _ context: LoweringContext, prefix: [Instruction] = [],
        isOptional: Bool = false
    ) {
        let instructions = resolve(key, context)
        if !instructions.isEmpty {
            states[state].transitions.append((key, Block(prefix + instructions)))
            return
        }
        // One that nothing takes does not become one of the others.
        switch key {
        case .error(_?): states[state].transitions.append((key, Block(Self.unanswered)))
        case .challenge(_?) where !resolve(.challenge(nil), context).isEmpty:
            states[state].transitions.append((key, Block(Self.unanswered)))
        default: break
        }
        guard !isOptional else { return }
        let (event, selector) =
            switch key {
            case .success: ("success", "event=\"success\"")
            case .invalid: ("an invalid reply", "event=\"invalid\"")
            case .error: ("an error", "error=\"*\"")
            default: ("a reply", "event=\"reply\"")
            }
        notes.recordDrop(
            of: event, at: context, help: "add <on \(selector) to=\"…\"/> here, to a group around it, or to the flow")
    }

    /// Starting again and cancelling are possible while a reply or a handler is awaited, where the flow takes them at all.
    mutating func addInterruptions(to state: StateID, _ context: LoweringContext) {
        for event in [Symbol.cancel, .start] {
            let instructions = resolve(.host(event), context)
            if !instructions.isEmpty { states[state].transitions.append((.host(event), Block(instructions))) }
        }
    }

    /// Challenges with a node in reach, and those that a transition in scope names.
    private func challengeNames(at context: LoweringContext) -> [Symbol] {
        var names = Set(names(of: .challenge, at: context))
        for flow in context.instance.chain { names.formUnion(plan.challengeNodes[flow.number].keys) }
        // A success lets attempts begin anew, and the same challenge again is none: it has to be told from all others.
        if let answered = answered(context),
            !tables.counters.countedTransitions(at: context.index, of: context.instance).isEmpty
        {
            names.insert(answered)
        }
        let known = service(at: context)?.challenges ?? [:]
        return symbols.sorted(names.filter { $0 != .any && known[$0] != nil })
    }

    /// The names that transitions in scope listen to.
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

    /// Keeps the notes of a request, now that its transitions are known.
    private mutating func keepNotes(_ prepared: PreparedRequest, _ state: StateID, _ context: LoweringContext) {
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
                notes.branching.guardedChallenges[name] = context.node.id.range
            }
        }
        if !takesOthers { note.unhandled = (note.challenges ?? []).subtracting(taken).sorted() }
        notes.states[state, default: StateFacts()].request = note
        notes.states[state, default: StateFacts()].needs = prepared.needs
        noteNamedReplies(note, context)
    }

    /// The answers that transitions of the compiled file name, each with whether a request can be given it.
    private mutating func noteNamedReplies(_ note: RequestNote, _ context: LoweringContext) {
        guard context.instance.user == nil, let own = context.unit.root?.file else { return }
        let errors = Set(note.errors)
        for scope in context.node.scopes where scope.file == own {
            for transition in context.unit.transitions(in: scope) {
                for name in transition.selector.names where name.symbol != .any {
                    let text = symbols[name.symbol]
                    switch transition.selector.kind {
                    case .error:
                        let isPossible = ReservedError(rawValue: text)?.event == .error || errors.contains(text)
                        notes.recordNamedReply("the error '\(text)'", at: name.range, isPossible: isPossible)
                    case .challenge:
                        let isPossible = note.challenges?.contains(text) ?? true
                        notes.recordNamedReply("the challenge '\(text)'", at: name.range, isPossible: isPossible)
                    case .event where name.symbol == .success:
                        notes.recordNamedReply(text, at: name.range, isPossible: note.canSucceed)
                    default: break
                    }
                }
            }
        }
    }
}
