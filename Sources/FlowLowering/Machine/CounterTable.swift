import FlowDiagnostics
import FlowModel
import FlowTable

/// The counters of a flow: those that it declares, and one for each transition with attempts and each node that takes it.
struct CounterTable: Sendable {
    /// A transition at a node.
    private struct AttemptsKey: Hashable {
        let instance: Int
        let node: Int
        /// The number of its declaration.
        let transition: Int
    }

    private(set) var names: [String] = []
    /// The first counter for which a table has no room.
    private(set) var excess: SourceRange?
    private var declared: [[Symbol: CounterID]] = []
    private var attempts: [AttemptsKey: CounterID] = [:]
    /// By instance and node: the transitions with attempts of its own.
    private var byNode: [[Int: [TransitionDeclaration]]] = []

    /// Adds the counters that the flow of an instance declares, in the order of their names. Those for which there is no room count as
    /// the ones written last.
    mutating func addDeclared(of instance: Instance, _ symbols: SymbolTable) {
        var counters: [Symbol: CounterID] = [:]
        let declarations = instance.unit.declarations
        for (name, place) in zip(symbols.sorted(declarations.counters), declarations.counterPlaces) {
            counters[name] = add(instance.prefix + symbols[name], at: place)
        }
        declared.append(counters)
        byNode.append([:])
    }

    /// Adds a counter for each transition of a node that limits its attempts.
    mutating func addAttempts(
        _ transitions: [TransitionDeclaration], at node: Int, _ name: String, of instance: Instance
    ) {
        guard !transitions.isEmpty else { return }
        byNode[instance.number][node] = transitions
        for transition in transitions {
            guard let range = transition.attempts?.range else { continue }
            let key = AttemptsKey(instance: instance.number, node: node, transition: transition.number)
            if attempts[key] == nil { attempts[key] = add("\(name)#\(names.count)", at: range) }
        }
    }

    private mutating func add(_ name: String, at range: SourceRange) -> CounterID {
        if names.count == TableFormat.maximumCounters, excess == nil { excess = range }
        names.append(name)
        return names.count - 1
    }

    /// A declared counter.
    func counter(_ name: Symbol, of instance: Instance) -> CounterID? { declared[instance.number][name] }

    /// The counters that an instance declares, in their order.
    func declared(of instance: Instance) -> [CounterID] { declared[instance.number].values.sorted() }

    /// All counters that flows declare.
    var allDeclared: [CounterID] { declared.flatMap(\.values).sorted() }

    /// The counter of the attempts of a transition at a node.
    func attempts(of transition: TransitionDeclaration, at node: Int, of instance: Instance) -> CounterID? {
        attempts[AttemptsKey(instance: instance.number, node: node, transition: transition.number)]
    }

    /// The transitions whose attempts are counted for a node.
    func attempts(at node: Int, of instance: Instance) -> [TransitionDeclaration] {
        byNode[instance.number][node] ?? []
    }
}
