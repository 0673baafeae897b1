import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// An entry into a node at which deadlines begin, because the flow comes from outside of their scopes.
struct Beginning: Hashable {
    let entry: StateID
    let slots: [SlotID]
}

/// Lowers the nodes of a flow: what each planned state waits for, and what it does on every event.
///
/// Another pass checks the names. Here, an element with an unknown name is left out, or lowered without effect.
struct MachineBuilder {
    let program: Program
    let plan: StateAllocation
    var tables: LoweringTables
    /// The planned states, and after them the states that lowering adds, such as the states of handlers.
    var states: Table<State, DraftState>
    var notes: SideTables
    private(set) var requests: [StateID: PreparedRequest] = [:]
    /// The copies of presenting states under other step names, by the state and the name.
    private var renamedSteps: [StateID: [Symbol: StateID]] = [:]
    /// The states of the uses of handlers that are already lowered.
    private var handlerStates: [HandlerWork: StateID] = [:]
    private var workCount = 0
    /// The number of handlers in the current chain, in which the failure of each leads to the next.
    private var workDepth = 0
    /// The maximum number of handlers in a chain in which the failure of each leads to the next.
    static let maxWorkDepth = 256
    /// The slots that survive a restart, once they have been computed.
    private var cachedSurvivingSlots: [SlotID]?
    let deadlines: DeadlineTable
    /// The states in which deadlines begin before a node is entered.
    var beginnings: [Beginning: StateID] = [:]
    /// The instructions with which a start clears the previous sign-in, once they have been computed.
    var cachedStartInstructions: [Instruction]?

    /// Lowers the flow of a plan, and returns the builder with the lowered states and the tables.
    static func build(_ plan: consuming StateAllocation, of program: Program) -> MachineBuilder {
        var builder = MachineBuilder(program: program, plan: plan)
        builder.addStart()
        for instance in builder.plan.instances where instance.user == nil { builder.lower(instance) }
        builder.completeReplyForms()
        return builder
    }

    /// Prepares the lowering of a plan, without any state lowered.
    private init(program: Program, plan: consuming StateAllocation) {
        self.program = program
        initialState = plan.states.endIndex
        states = plan.states
        // Lowering changes the states, so the plan does not keep them, too.
        plan.states = []
        self.plan = plan
        tables = LoweringTables(self.plan, of: program)
        deadlines = DeadlineTable(self.plan, &tables.slots)
        notes = SideTables(transitions: program.transitionCount)
    }

    var symbols: SymbolTable { program.symbols }

    /// The state before the first start, which follows the planned states.
    let initialState: StateID

    /// Adds the initial state, in which `start` leads to the first node.
    ///
    /// An abstract flow and a flow without a first node accept no `start`.
    private mutating func addStart() {
        states.append(.beforeStart)
        guard let root = plan.instances.first, !root.unit.isAbstract else { return }
        guard let start = root.unit.composition.start, let first = entry(start, root, from: nil) else { return }
        states[initialState].transitions = [(.host(.start), Block([.jump(first)]))]
    }

    // MARK: Instances

    /// Lowers the nodes of an instance, then the sub-flows that it uses.
    private mutating func lower(_ instance: Instance) {
        registerDeclarations(of: instance)
        for index in instance.unit.nodes.indices {
            guard let context = context(ofNode: index, in: instance) else { continue }
            switch context.node.kind {
            case .choice: lowerChoice(context)
            case .use: lowerUse(context)
            case .end: lowerEnd(context)
            default: lowerActive(context)
            }
        }
        for (_, inner) in plan.uses[instance.number].sorted(by: { $0.key < $1.key }) { lower(inner) }
    }

    /// Returns the context for lowering a node, or nil if the node is removed.
    func context(ofNode index: Int, in instance: Instance) -> LoweringContext? {
        guard let node = instance.unit.nodes[index], let allocated = plan.nodes[instance.number][index]
        else { return nil }
        return LoweringContext(
            instance: instance, index: index, node: node, states: allocated,
            name: instance.prefix + symbols[node.id.symbol])
    }

    /// Numbers the transitions, slots and patterns in the scopes and derived values of a flow.
    ///
    /// Tables number everything in the order of the first mention. This runs before the nodes are lowered, so that the
    /// numbers follow the order of the scopes. The calls below add entries to the tables; their results are not needed.
    private mutating func registerDeclarations(of instance: Instance) {
        for scope in instance.unit.allScopes {
            // If a scope has only transitions of its answers, the scopes of the answers register them.
            if !scope.ownTransitions.isEmpty {
                for transition in instance.unit.transitions(in: scope) { register(transition) }
            }
            for item in scope.items { register(item, of: instance) }
        }
        let allDerived = instance.unit.declarations.derived
        for name in symbols.sorted(allDerived.keys) {
            guard let derived = allDerived[name], let handler = handler(of: derived.work, in: instance) else {
                continue
            }
            _ = handlerUse(of: handler, derived.work, in: instance)
            _ = GuardLowering(program: program, instance: instance).condition(derived.guardClause, &tables)
        }
    }

    /// Numbers the slots and the pattern that a send, receive or ask mentions.
    private mutating func register(_ item: ScopeDeclaration.Item, of instance: Instance) {
        switch item {
        case .send(let send): _ = tables.slots.source(send.source, of: instance)
        case .receive(let receive): _ = tables.slots.intern(receive.into.symbol, of: instance)
        case .ask(let ask): _ = ask.lowered(in: instance, &tables, symbols)
        case .omit, .statement, .transition, .show, .answer: break
        }
    }

    /// Numbers a transition, and records the events that it names in `event`.
    private mutating func register(_ transition: TransitionDeclaration) {
        _ = tables.marks.intern(transition)
        if transition.selector.kind == .event {
            notes.mentionedEvents.formUnion(transition.selector.names.map(\.symbol))
        }
    }

    /// Returns the parameters that the host receives. Leaves out a `show` of an unknown value.
    mutating func shows(_ declarations: [ShowDeclaration], in instance: Instance) -> [Show] {
        declarations.compactMap { show in
            tables.slots.source(show.source, of: instance).map { source in
                Show(
                    name: symbols.name(show.name.symbol), source: source, flags: show.flags,
                    place: tables.shows.intern(show))
            }
        }
    }

    // MARK: Requests

    /// Prepares and records the request of a node, which `state` sends.
    ///
    /// - Returns: the request, or nil if its operation cannot be determined
    mutating func prepareRequest(_ state: StateID, _ context: LoweringContext) -> PreparedRequest? {
        let prepared = RequestLowering.prepare(context, of: program, &tables)
        requests[state] = prepared
        if let prepared { states[state].kind = .call(prepared.request) }
        return prepared
    }

    /// Adds to each reply form the outputs that the flow uses under the service's names.
    ///
    /// These outputs are known only when all nodes are lowered.
    private mutating func completeReplyForms() {
        for state in requests.keys.sorted() {
            guard var prepared = requests[state] else { continue }
            for value in prepared.replyValues {
                guard let slot = tables.slots.existingOutput(value.output.name, of: prepared.service) else { continue }
                prepared.request.reply.outputs.append(value.formOutput(into: slot, isRequired: false))
            }
            requests[state] = prepared
            states[state].kind = .call(prepared.request)
        }
    }

    // MARK: Handlers

    /// Returns the state that calls a handler and then runs `continuation`; unlowered if the handler is undeclared.
    ///
    /// If failures lead through too many handlers in a row, reports this, and returns the entry of the node.
    mutating func handlerState(_ work: WorkDeclaration, _ context: LoweringContext, then continuation: [Instruction])
        -> StateID
    {
        let outermost = context.work ?? newWorkNumber()
        let key = HandlerWork(
            outermost: outermost, declaration: work.number, instance: context.instance.number, node: context.index,
            continuation: continuation)
        // The failure of a handler can lead to the same handler again. Such a cycle must end at the existing state.
        if let known = handlerStates[key] { return known }
        guard workDepth < Self.maxWorkDepth else {
            notes.reportTooManyHandlers(at: work, context)
            return context.states.entry
        }
        workDepth += 1
        defer { workDepth -= 1 }
        let name = work.handler.map { symbols[$0.symbol] } ?? "handler"
        let state = newState("\(context.name)/\(name)", of: context.states.node)
        handlerStates[key] = state
        guard let handler = handler(of: work, in: context.instance) else { return state }
        var inner = context
        inner.work = outermost
        lowerHandlerState(of: handler, work, in: state, inner, then: continuation)
        return state
    }

    /// Lowers a state that calls a handler: the ports, the values that must be present, and all transitions.
    private mutating func lowerHandlerState(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, in state: StateID, _ context: LoweringContext,
        then continuation: [Instruction]
    ) {
        let use = handlerUse(of: handler, work, in: context.instance)
        states[state].kind = .handler(use)
        notes.usedHandlers.insert(handler.name.symbol)
        notes.handlerUses[work.number] = work
        let needs = dataNeeds(of: handler, use, work)
        if !needs.isEmpty { notes.states[state, default: StateFacts()].needs = needs }
        states[state].transitions = [(.handled, Block(continuation))]
        addInterruptions(to: state, context)
        addFailures(of: handler, work, to: state, context)
        // The continuation can reject the last reply, if it requires an output of that reply.
        if Block(continuation).requiresOutput { addTransition(on: .invalid, to: state, context, isOptional: true) }
    }

    /// Adds the transitions on the failures of a handler to the state that calls it, and records unhandled failures.
    private mutating func addFailures(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, to state: StateID, _ context: LoweringContext
    ) {
        for transition in context.unit.transitions(in: work.scope) { register(transition) }
        let named = names(of: .failure, at: context, inner: work.scope).filter {
            handler.fails.contains($0) || ReservedError(rawValue: symbols[$0])?.event == .failure
        }
        // The last event, without a name, stands for all other failures.
        for name in named.map({ Optional($0) }) + [nil] {
            let instructions = reaction(to: .failure(name), context, inner: work.scope)
            if !instructions.isEmpty {
                states[state].transitions.append((.failure(name), Block(instructions)))
                continue
            }
            // Without its own transition, a named failure would be handled as one of the other failures.
            if name != nil { states[state].transitions.append((.failure(name), Block(Self.rejection))) }
            recordUnhandledFailure(name, of: handler, at: context)
        }
    }

    /// Records that no transition handles a failure of a handler. The name nil stands for all other failures.
    private mutating func recordUnhandledFailure(
        _ name: Symbol?, of handler: HandlerDeclaration, at context: LoweringContext
    ) {
        let failure = name.map { "the failure '\(symbols[$0])'" } ?? "a failure"
        notes.recordDrop(
            of: "\(failure) of handler '\(symbols[handler.name.symbol])'", at: context,
            help: "add <on failure=\"*\" to=\"…\"/> here, to a group around it, or to the flow")
    }

    /// Returns the declaration of the handler that a use names, or nil if there is none.
    private func handler(of work: WorkDeclaration, in instance: Instance) -> HandlerDeclaration? {
        work.handler.flatMap { instance.unit.declarations.handlers[$0.symbol] }
    }

    /// Returns the use of a handler. Ports without `pass` or `take` are bound to the values of their own names.
    private mutating func handlerUse(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, in instance: Instance
    ) -> HandlerUse {
        let (passed, taken) = explicitBindings(of: handler, work, in: instance)
        return HandlerUse(
            handler: symbols.name(handler.name.symbol), inputs: inputs(of: handler, passed, in: instance),
            outputs: outputs(of: handler, taken, in: instance))
    }

    /// Returns the inputs of a handler with their sources. `passed` has the sources that `pass` elements name. An input
    /// for which the flow has no value is left out, and another pass reports it.
    private mutating func inputs(
        of handler: HandlerDeclaration, _ passed: [Symbol: Source], in instance: Instance
    ) -> [HandlerUse.Input] {
        handler.needs.compactMap { port in
            let source = passed[port.name] ?? tables.slots.intern(port.name, of: instance).map { Source(.slot($0)) }
            let name = symbols.name(port.name)
            return source.map { HandlerUse.Input(port: name, source: $0, isSecret: port.type.isSecret) }
        }
    }

    /// Returns the outputs of a handler with their slots. `taken` has the slots that `take` elements name. An output
    /// that the flow does not store is left out.
    private mutating func outputs(
        of handler: HandlerDeclaration, _ taken: [Symbol: SlotID], in instance: Instance
    ) -> [HandlerUse.Output] {
        handler.gives.compactMap { port in
            let slot = taken[port.name] ?? tables.slots.intern(port.name, of: instance)
            return slot.map {
                HandlerUse.Output(
                    port: symbols.name(port.name), slot: $0, isRequired: port.isRequired, isSecret: port.type.isSecret)
            }
        }
    }

    /// Returns the sources that `pass` elements bind to inputs, and the slots that `take` elements bind to outputs.
    private mutating func explicitBindings(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, in instance: Instance
    ) -> (passed: [Symbol: Source], taken: [Symbol: SlotID]) {
        var passed: [Symbol: Source] = [:]
        var taken: [Symbol: SlotID] = [:]
        for binding in work.bindings {
            switch binding {
            case .pass(let pass) where handler.needs.contains { $0.name == pass.name.symbol }:
                if let source = tables.slots.source(pass.source, of: instance) { passed[pass.name.symbol] = source }
            case .take(let take) where handler.gives.contains { $0.name == take.name.symbol }:
                if let slot = tables.slots.intern(take.into.symbol, of: instance) { taken[take.name.symbol] = slot }
            default: break
            }
        }
        return (passed, taken)
    }

    /// Returns the values that must be present, because required inputs of a handler are bound to them.
    private func dataNeeds(of handler: HandlerDeclaration, _ use: HandlerUse, _ work: WorkDeclaration) -> [DataNeed] {
        let required = Set(handler.needs.filter(\.isRequired).map { symbols.name($0.name) })
        return use.inputs.filter { required.contains($0.port) }.map { input in
            let pass = work.passes.first { symbols.name($0.name.symbol) == input.port }
            return DataNeed(
                source: input.source, reason: "handler '\(use.handler)' requires it as '\(input.port)'",
                range: pass?.source.from?.range ?? work.handler?.range ?? work.range)
        }
    }

    // MARK: New states

    mutating func newState(_ name: String, of node: NodeID) -> StateID {
        states.add(DraftState(name: name, node: node))
    }

    /// Returns the copy of a presenting state under another step name, and adds it if there is none yet.
    mutating func renamedStep(_ state: StateID, to name: Symbol, _ context: LoweringContext) -> StateID {
        if let known = renamedSteps[state]?[name] { return known }
        let copy = newState("\(context.name)/\(symbols[name])", of: context.states.node)
        renamedSteps[state, default: [:]][name] = copy
        return copy
    }

    /// Returns the copies of a presenting state, sorted by their step names.
    func renamedCopies(of state: StateID) -> [(name: Symbol, state: StateID)] {
        let copies = renamedSteps[state] ?? [:]
        return symbols.sorted(copies.keys).compactMap { name in copies[name].map { (name, $0) } }
    }

    /// Returns a new number for a use of a handler that does not follow on the failure of another handler.
    private mutating func newWorkNumber() -> Int {
        workCount += 1
        return workCount
    }

    /// Returns the slots of the values that survive a restart: configuration and facts, also those of sub-flows.
    mutating func survivingSlots() -> [SlotID] {
        if let cachedSurvivingSlots { return cachedSurvivingSlots }
        var slots: [SlotID] = []
        for instance in plan.instances {
            slots += symbols.sorted(instance.unit.constants).compactMap { tables.slots.intern($0, of: instance) }
        }
        cachedSurvivingSlots = slots
        return slots
    }
}

/// The use of a handler at a node, in a chain, and with the instructions that follow. Equal uses share a state.
struct HandlerWork: Hashable {
    /// The number of the first use in a chain in which the failure of one handler leads to the next.
    let outermost: Int
    let declaration: Int
    let instance: Int
    let node: Int
    let continuation: [Instruction]
}
