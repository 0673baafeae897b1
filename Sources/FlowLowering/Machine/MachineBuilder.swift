import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

/// The way into a node on which deadlines begin.
struct Beginning: Hashable {
    let entry: StateID
    let slots: [SlotID]
}

/// Fills the planned states of a flow: what each waits for, and what it does on every event.
///
/// Names were resolved before, or are found to stand for nothing later: here such a name leads nowhere, and nothing is reported.
struct MachineBuilder {
    let program: Program
    let plan: StateAllocation
    var tables: LoweringTables
    /// The planned states, and those of handlers and renamed steps behind them.
    var states: [DraftState]
    var notes: SideTables
    /// By requesting state: the request.
    private(set) var requests: [StateID: PreparedRequest] = [:]
    /// By asking state and step name: its copy under that name.
    private var renamed: [StateID: [Symbol: StateID]] = [:]
    /// The works of handlers that are lowered already, each with the state that waits for it.
    var works: [HandlerWork: StateID] = [:]
    private(set) var workCount = 0
    /// The handlers whose failures lead to the one at hand, each to the next.
    private var workDepth = 0
    /// The maximum number of them.
    static let maxDepth = 256
    /// The slots that survive a restart, and what a start forgets, once they were asked for.
    private var constants: [SlotID]?
    let deadlines: DeadlineTable
    /// The states in which deadlines begin before a node is entered.
    var beginnings: [Beginning: StateID] = [:]
    var forgotten: [Instruction]?

    /// The machine of a plan.
    static func build(_ plan: StateAllocation, of program: Program) -> MachineBuilder {
        var builder = MachineBuilder(program: program, plan: plan)
        builder.addStart()
        for instance in plan.instances where instance.user == nil { builder.lower(instance) }
        builder.completeReplyForms()
        return builder
    }

    private init(program: Program, plan: StateAllocation) {
        self.program = program
        initialState = plan.states.count
        states = plan.states
        tables = LoweringTables(plan, of: program)
        deadlines = DeadlineTable(plan, &tables.slots)
        notes = SideTables(transitions: program.transitionCount)
        // The states of the plan are filled here.
        var plan = plan
        plan.states = []
        self.plan = plan
    }

    var symbols: SymbolTable { program.symbols }

    /// The state before the first start comes behind those of all nodes.
    let initialState: StateID

    private mutating func addStart() {
        states.append(DraftState(name: "", node: nil, kind: .end(Ending(outcome: "", step: "", shows: []))))
        guard let root = plan.instances.first, !root.unit.isAbstract, let start = root.unit.composition.start,
            let first = entry(start, root, from: nil)
        else { return }
        states[initialState].transitions = [(.host(.start), Block([.jump(first)]))]
    }

    // MARK: Instances

    private mutating func lower(_ instance: Instance) {
        mention(instance)
        for index in instance.unit.nodes.indices {
            guard let context = context(index, instance) else { continue }
            switch context.node.kind {
            case .choice: lowerChoice(context)
            case .use: lowerUse(context)
            case .end: lowerEnd(context)
            default: lowerActive(context)
            }
        }
        for index in plan.uses[instance.number].keys.sorted() {
            plan.uses[instance.number][index].map { lower($0) }
        }
    }

    /// A node of an instance, unless it is removed.
    func context(_ index: Int, _ instance: Instance) -> LoweringContext? {
        guard let node = instance.unit.nodes[index], let plan = plan.nodes[instance.number][index] else { return nil }
        return LoweringContext(
            instance: instance, index: index, node: node, plan: plan, name: instance.prefix + symbols[node.id.symbol])
    }

    /// Numbers what the scopes of a flow mention before what its nodes do.
    private mutating func mention(_ instance: Instance) {
        for scope in instance.unit.allScopes {
            if !scope.ownTransitions.isEmpty {
                for transition in instance.unit.transitions(in: scope) { mention(transition) }
            }
            for item in scope.items {
                switch item {
                case .send(let send): _ = tables.slots.source(send.source, of: instance)
                case .receive(let receive): _ = tables.slots.slot(receive.into.symbol, of: instance)
                case .ask(let ask): _ = self.ask(ask, instance)
                default: break
                }
            }
        }
        let derived = instance.unit.declarations.derived
        for name in symbols.sorted(derived.keys) {
            guard let derived = derived[name], let handler = handler(of: derived.work, instance) else { continue }
            _ = use(of: handler, derived.work, instance)
            _ = GuardLowering(program: program, instance: instance).condition(derived.guardClause, &tables)
        }
    }

    /// Numbers a transition, and notes the events of the host that it listens to.
    mutating func mention(_ transition: TransitionDeclaration) {
        _ = tables.marks.number(transition)
        if transition.selector.kind == .event {
            notes.mentionedEvents.formUnion(transition.selector.names.map(\.symbol))
        }
    }

    /// Everything that the host is asked for by an ask or input.
    mutating func ask(_ declaration: AskSyntax, _ instance: Instance) -> Ask? {
        guard let slot = tables.slots.slot(declaration.stored.symbol, of: instance) else { return nil }
        let type = tables.slots[slot].type
        var ask = Ask(name: symbols[declaration.name.symbol], slot: slot)
        ask.isRequired = declaration.isRequired ?? (declaration.kind != .input)
        ask.isNonEmpty = ask.isRequired && type != .map
        ask.length = declaration.length
        ask.words = symbols.texts(declaration.words.map(\.symbol))
        ask.ignoresCase = declaration.ignoresCase
        ask.isConstant = declaration.isConstant
        ask.fallback = declaration.fallback?.text
        ask.offered = declaration.offered.flatMap { tables.slots.slot($0.symbol, of: instance) }
        ask.meant = declaration.meant.flatMap { tables.slots.slot($0.symbol, of: instance) }
        ask.pattern = declaration.pattern.flatMap { tables.patterns.number($0.text) }
        return ask
    }

    /// The shown values.
    mutating func shows(_ declarations: [ShowDeclaration], _ instance: Instance) -> [Show] {
        declarations.compactMap { show in
            tables.slots.source(show.source, of: instance).map { source in
                Show(
                    name: symbols[show.name.symbol], source: source, isDisclosed: show.isDisclosed,
                    place: tables.shows.number(show))
            }
        }
    }

    // MARK: Requests

    /// Prepares the request of a node.
    mutating func prepareRequest(_ state: StateID, _ context: LoweringContext) -> PreparedRequest? {
        let prepared = RequestLowering.prepare(context, of: program, &tables)
        requests[state] = prepared
        if let prepared { states[state].kind = .call(prepared.request) }
        return prepared
    }

    /// Adds to each reply form what the reply can bring and the flow uses by its own name; known only when all of the flow was read.
    private mutating func completeReplyForms() {
        for state in requests.keys.sorted() {
            guard var prepared = requests[state] else { continue }
            for value in prepared.brought {
                guard let slot = tables.slots.mentionedOutput(value.output.name, of: prepared.service) else { continue }
                prepared.request.reply.outputs.append(value.formOutput(into: slot, isRequired: false))
            }
            requests[state] = prepared
            states[state].kind = .call(prepared.request)
        }
    }

    // MARK: Handlers

    /// A state that waits for a handler and then does `continuation`.
    mutating func handlerState(_ work: WorkDeclaration, _ context: LoweringContext, then continuation: [Instruction])
        -> StateID
    {
        let outermost = context.work ?? newWork()
        let key = HandlerWork(
            outermost: outermost, declaration: work.number, instance: context.instance.number, node: context.index,
            continuation: continuation)
        // A failure of a handler can lead to the same handler again: a cycle, which is not to be unrolled for ever.
        if let known = works[key] { return known }
        guard workDepth < Self.maxDepth else {
            notes.reportDeepWork(work, at: context)
            return context.plan.entry
        }
        workDepth += 1
        defer { workDepth -= 1 }
        let name = work.handler.map { symbols[$0.symbol] } ?? "handler"
        let state = newState("\(context.name)/\(name)", context.plan.node)
        works[key] = state
        guard let handler = handler(of: work, context.instance) else { return state }
        var inner = context
        inner.work = outermost
        let use = use(of: handler, work, context.instance)
        states[state].kind = .handler(use)
        notes.usedHandlers.insert(handler.name.symbol)
        let needs = needs(of: handler, use, work)
        if !needs.isEmpty { notes.states[state, default: StateFacts()].needs = needs }
        states[state].transitions = [(.handled, Block(continuation))]
        addInterruptions(to: state, inner)
        addFailures(of: handler, work, to: state, inner)
        // What a node requires of a reply can be demanded after a handler has worked.
        if Block(continuation).demands { add(.invalid, to: state, inner, isOptional: true) }
        return state
    }

    private mutating func addFailures(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, to state: StateID, _ context: LoweringContext
    ) {
        for transition in context.unit.transitions(in: work.scope) { mention(transition) }
        let named = names(of: .failure, at: context, inner: work.scope).filter {
            handler.fails.contains($0) || ReservedError(rawValue: symbols[$0])?.event == .failure
        }
        for name in named.map({ Optional($0) }) + [nil] {
            let instructions = resolve(.failure(name), context, inner: work.scope)
            if !instructions.isEmpty {
                states[state].transitions.append((.failure(name), Block(instructions)))
                continue
            }
            // One that nothing takes does not become one of the others.
            if name != nil { states[state].transitions.append((.failure(name), Block(Self.unanswered))) }
            let failure = name.map { "the failure '\(symbols[$0])'" } ?? "a failure"
            notes.recordDrop(
                of: "\(failure) of handler '\(symbols[handler.name.symbol])'", at: context,
                help: "add <on failure=\"*\" to=\"…\"/> here, to a group around it, or to the flow")
        }
    }

    /// The handler that works.
    func handler(of work: WorkDeclaration, _ instance: Instance) -> HandlerDeclaration? {
        work.handler.flatMap { instance.unit.declarations.handlers[$0.symbol] }
    }

    /// Binds the ports: by `pass` and `take`, else to values of the same name.
    mutating func use(of handler: HandlerDeclaration, _ work: WorkDeclaration, _ instance: Instance) -> HandlerUse {
        var passed: [Symbol: Source] = [:]
        var taken: [Symbol: SlotID] = [:]
        for binding in work.bindings {
            switch binding {
            case .pass(let pass) where handler.needs.contains { $0.name == pass.name.symbol }:
                if let source = tables.slots.source(pass.source, of: instance) { passed[pass.name.symbol] = source }
            case .take(let take) where handler.gives.contains { $0.name == take.name.symbol }:
                if let slot = tables.slots.slot(take.into.symbol, of: instance) { taken[take.name.symbol] = slot }
            default: break
            }
        }
        var (inputs, outputs): ([HandlerUse.Input], [HandlerUse.Output]) = ([], [])
        for port in handler.needs {
            let source = passed[port.name] ?? tables.slots.slot(port.name, of: instance).map { Source(.slot($0)) }
            guard let source else { continue }
            inputs.append(
                HandlerUse.Input(port: symbols[port.name], source: source, isSecret: port.type.isSecret))
        }
        for port in handler.gives {
            guard let slot = taken[port.name] ?? tables.slots.slot(port.name, of: instance) else { continue }
            outputs.append(
                HandlerUse.Output(
                    port: symbols[port.name], slot: slot, isRequired: port.isRequired,
                    isSecret: port.type.isSecret))
        }
        return HandlerUse(handler: symbols[handler.name.symbol], inputs: inputs, outputs: outputs)
    }

    /// The values that a handler's required ports are bound to.
    private func needs(of handler: HandlerDeclaration, _ use: HandlerUse, _ work: WorkDeclaration) -> [DataNeed] {
        let required = Set(handler.needs.filter(\.isRequired).map { symbols[$0.name] })
        return use.inputs.filter { required.contains($0.port) }.map { input in
            let pass = work.passes.first { symbols[$0.name.symbol] == input.port }
            return DataNeed(
                source: input.source, reason: "handler '\(use.handler)' requires it as '\(input.port)'",
                range: pass?.source.from?.range ?? work.handler?.range ?? work.range)
        }
    }

    // MARK: New states

    /// A state that the plan lacks.
    mutating func newState(_ name: String, _ node: Int) -> StateID {
        states.append(DraftState(name: name, node: node))
        return states.count - 1
    }

    /// The copy of a step under another name.
    mutating func step(_ state: StateID, named name: Symbol, _ context: LoweringContext) -> StateID {
        if let known = renamed[state]?[name] { return known }
        let copy = newState("\(context.name)/\(symbols[name])", context.plan.node)
        renamed[state, default: [:]][name] = copy
        return copy
    }

    /// The copies of a step, in the order of their names.
    func copies(of state: StateID) -> [(name: Symbol, state: StateID)] {
        let copies = renamed[state] ?? [:]
        return symbols.sorted(copies.keys).compactMap { name in copies[name].map { (name, $0) } }
    }

    /// A number for the work of a handler that is no consequence of another's.
    mutating func newWork() -> Int {
        workCount += 1
        return workCount
    }

    /// The slots of what a start brings.
    mutating func slotsOfInputs() -> [SlotID] {
        guard let root = plan.instances.first else { return [] }
        let names = root.unit.declarations.values.values.filter { $0.isInput && !$0.isConstant }.map(\.name)
        return symbols.sorted(names).compactMap { tables.slots.slot($0, of: root) }
    }

    /// The slots that survive a restart: configuration and facts.
    mutating func slotsThatSurvive() -> [SlotID] {
        if let constants { return constants }
        guard let root = plan.instances.first else { return [] }
        let values = root.unit.declarations.values.values.filter(\.isConstant).map(\.name)
        let slots = symbols.sorted(values).compactMap { tables.slots.slot($0, of: root) }
        constants = slots
        return slots
    }
}

/// The work of a handler at one place for one node, with what follows on it.
struct HandlerWork: Hashable {
    /// The outermost work that it is a consequence of.
    let outermost: Int
    let declaration: Int
    let instance: Int
    let node: Int
    let continuation: [Instruction]
}
