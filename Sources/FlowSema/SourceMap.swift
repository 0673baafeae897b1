import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// The annotations of a flow while it is lowered, part by part, under the numbers of the lowerer.
struct SourceMap {
    var nodes: [NodePlace] = []
    var transitions: [TransitionPlace] = []
    /// By counter of a transition's limit: the place of the limit, or nothing if the transition is a retry of its own node.
    var limits: [CounterID: SourceRange?] = [:]
    var counterTests: [CounterID: Set<CounterTest>] = [:]
    var branching = Branching()
    var statements = AuthorStatements()
    var needs: [StateID: [DataNeed]] = [:]
    var requests: [StateID: RequestNote] = [:]
    var timeLimits: [StateID: TimeLimitFact] = [:]
    var rounds: RoundNotes?
    var service = ServiceFacts()

    /// The annotations with states under their final numbers.
    func annotations(_ number: [StateID]) -> FlowAnnotations {
        var states: [StateID: StateFacts] = [:]
        for (state, needs) in needs { states[number[state], default: StateFacts()].needs = needs }
        for (state, request) in requests { states[number[state], default: StateFacts()].request = request }
        for (state, limit) in timeLimits { states[number[state], default: StateFacts()].timeLimit = limit }
        var counters: [CounterID: CounterFacts] = [:]
        for (counter, range) in limits {
            counters[counter, default: CounterFacts()].limit = range.map { .at($0) } ?? .retry
        }
        for (counter, tests) in counterTests { counters[counter, default: CounterFacts()].tests = tests }
        var statements = statements
        statements.assertions = statements.assertions.map { $0.numbered(number) }
        return FlowAnnotations(
            nodes: nodes, transitions: transitions, states: states, counters: counters, branching: branching,
            statements: statements, rounds: rounds, service: service)
    }
}

extension Assertion {
    fileprivate func numbered(_ number: [StateID]) -> Assertion {
        func end(_ end: NamedEnd) -> NamedEnd {
            NamedEnd(name: end.name, states: end.states.map { number[$0] }, range: end.range)
        }
        return switch self {
        case .never(let named, let passing, let names):
            .never(end: end(named), passing: passing.map { number[$0] }, names: names)
        case .always: self
        case .reachable(let named): .reachable(end: end(named))
        }
    }
}
