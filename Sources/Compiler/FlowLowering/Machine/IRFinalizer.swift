import FlowDiagnostics
import FlowIR

/// Converts a lowered machine to an annotated flow with final numbers.
struct IRFinalizer {
    private let program: Program
    private let unit: FlowUnit
    private let plan: StateAllocation
    private var builder: MachineBuilder

    /// Converts a machine to an annotated flow.
    ///
    /// - Returns: the flow, and the findings of lowering
    static func finish(
        _ builder: consuming MachineBuilder, _ unit: FlowUnit
    ) -> (flow: AnnotatedFlow, findings: [Diagnostic]) {
        var finalizer = IRFinalizer(builder, unit)
        return finalizer.makeFlow()
    }

    /// Takes over the builder, whose states `makeFlow` releases one by one.
    private init(_ builder: consuming MachineBuilder, _ unit: FlowUnit) {
        program = builder.program
        plan = builder.plan
        self.builder = builder
        self.unit = unit
    }

    /// Returns the annotated flow with the final numbers of states and events, and the findings of lowering.
    private mutating func makeFlow() -> (flow: AnnotatedFlow, findings: [Diagnostic]) {
        let numbering = StateNumbering(builder.states, program.symbols)
        let statements = AuthorStatementLowering.statements(builder, unit, numbering)
        let service = serviceFacts()
        let rounds = RoundLowering.rounds(of: unit, program)
        let inputs = startParameters()
        let classes = ErrorClasses.classes(of: unit, program, raised: builder.notes.raisedErrors)
        let initialState = numbering.number[builder.initialState]
        // The drafts are moved out, so that numbering can release each one.
        let drafts = builder.states
        builder.states = []
        let states = numbering.states(from: consume drafts)
        let symbols = program.symbols
        let flow = LoweredFlow(
            name: unit.root?.name.map { symbols[$0.symbol] } ?? "", version: unit.root?.version ?? "",
            slots: builder.tables.slots.slots, counters: builder.tables.counters.names, events: numbering.events,
            inputs: inputs, states: states, initialState: initialState,
            patterns: builder.tables.patterns.patterns, errorClasses: classes.classes,
            transitionCount: builder.tables.marks.places.count, nodes: plan.writtenNodes, rounds: rounds.rounds)
        let annotations = annotations(numbering.number, statements.statements, rounds.notes, service)
        return (
            AnnotatedFlow(flow: flow, annotations: annotations),
            builder.notes.findings + statements.findings + rounds.findings + classes.findings
        )
    }

    /// Returns the annotations of the flow. `number` has the final numbers of states.
    private func annotations(
        _ number: Table<State, StateID>, _ statements: AuthorStatements, _ rounds: RoundNotes?,
        _ service: ServiceFacts
    ) -> FlowAnnotations {
        FlowAnnotations(
            nodes: plan.nodePlaces, transitions: builder.tables.marks.places,
            shows: builder.tables.shows.places, states: stateFacts(under: number),
            counters: counterFacts(), branching: branching(under: number), statements: statements,
            rounds: rounds, service: service, deadlines: builder.deadlines.places)
    }

    /// Returns the facts about states by their final numbers.
    private func stateFacts(under number: Table<State, StateID>) -> [StateID: StateFacts] {
        Dictionary(uniqueKeysWithValues: builder.notes.states.map { (number[$0], $1) })
    }

    /// Returns the facts about branching, with the final numbers of the decisions' states.
    private func branching(under number: Table<State, StateID>) -> Branching {
        var branching = builder.notes.branching
        for index in branching.decisions.indices {
            branching.decisions[index].state = branching.decisions[index].state.map { number[$0] }
        }
        return branching
    }

    /// Returns the facts that lowering recorded about counters, with the limits that conditions compare them with.
    private func counterFacts() -> [CounterID: CounterFacts] {
        var result = builder.notes.counters
        for (counter, tests) in builder.tables.counterTests {
            result[counter, default: CounterFacts()].tests = tests
        }
        return result
    }

    /// Returns what the checks need to know about all services together.
    private func serviceFacts() -> ServiceFacts {
        let (services, symbols) = (program.allServices, program.symbols)
        let beginnings = services.flatMap(\.beginnings).map { (symbols.name($0), symbols.names(symbols.sorted($1))) }
        return ServiceFacts(
            knowsProofs: services.contains(where: \.knowsProofs), outputs: builder.tables.slots.outputSlots,
            beginningKeys: Dictionary(beginnings) { $0 + $1 },
            longestSession: services.compactMap { $0.sessionSeconds?.upperBound }.max())
    }

    /// Returns the inputs and facts that the host passes with `start`.
    ///
    /// Inputs that an extension removes, or replaces by a `value`, are left out. A nearer declaration replaces an
    /// inherited one.
    private mutating func startParameters() -> [Ask] {
        guard let instance = plan.instances.first else { return [] }
        var result: [StartParameter] = []
        for root in unit.composition.roots.reversed() {
            for case .removedInputs(let names) in root.frame {
                result.removeAll { input in names.contains { $0.symbol == input.name } }
            }
            for case .data(let data) in root.frame {
                for case .value(let value) in data { result.removeAll { $0.name == value.name.symbol } }
                for parameter in data.flatMap({ startParameters($0, instance) }) {
                    if let earlier = result.firstIndex(where: { $0.name == parameter.name }) {
                        result[earlier].ask = parameter.ask
                    } else {
                        result.append(parameter)
                    }
                }
            }
        }
        return result.map(\.ask)
    }

    /// An input or fact of a flow.
    private typealias StartParameter = (name: Symbol, ask: Ask)

    /// Returns the inputs or facts of a declaration in `data`, without names that no value has.
    private mutating func startParameters(
        _ declaration: DataDeclaration, _ instance: Instance
    ) -> [StartParameter] {
        switch declaration {
        case .input(let input):
            let ask = input.lowered(in: instance, &builder.tables, program.symbols)
            return ask.map { [(input.name.symbol, $0)] } ?? []
        case .facts(let names):
            var facts: [StartParameter] = []
            for name in names {
                if let ask = fact(name.symbol, instance) { facts.append((name.symbol, ask)) }
            }
            return facts
        case .value, .counters: return []
        }
    }

    /// Returns a fact as an optional parameter, or nil if there is no such value.
    ///
    /// A fact that the host leaves out is false.
    private mutating func fact(_ name: Symbol, _ instance: Instance) -> Ask? {
        builder.tables.slots.intern(name, of: instance).map { Ask(name: program.symbols.name(name), slot: $0) }
    }
}
