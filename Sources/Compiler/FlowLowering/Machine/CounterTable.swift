import FlowDiagnostics
import FlowIR
import FlowTable

/// The counters of a flow: the declared ones, and the counters of attempts.
///
/// A transition with `attempts` but no `counter` has a counter of its own at each node that can take it.
struct CounterTable: Sendable {
    /// A transition at a node.
    private struct AttemptsKey: Hashable {
        let instance: Int
        let node: Int
        /// The number of the transition's declaration.
        let transition: Int
    }

    private(set) var names: Table<Counter, String> = []
    /// The place of the first counter that a table cannot hold; nil if it can hold all of them.
    private(set) var firstExcess: SourceRange?
    private var declared: [[Symbol: CounterID]] = []
    private var attempts: [AttemptsKey: CounterID] = [:]
    /// The transitions whose attempts have a counter of the node's own, by instance and node.
    private var byNode: [[Int: [TransitionDeclaration]]] = []

    /// Adds the counters that the flow of an instance declares, sorted by name.
    ///
    /// The counters get the places of the declarations in source order, not their own. So a finding about too many
    /// counters is at the first declaration after the allowed ones in the source.
    mutating func addDeclared(of instance: Instance, _ symbols: SymbolTable) {
        var counters: [Symbol: CounterID] = [:]
        let declarations = instance.unit.declarations
        for (name, place) in zip(symbols.sorted(declarations.counters), declarations.counterPlaces) {
            counters[name] = add(instance.prefix + symbols[name], at: place)
        }
        declared.append(counters)
        byNode.append([:])
    }

    /// Adds a counter for each of the transitions that limit attempts at a node.
    ///
    /// The name of the counter is `name`, the name of the node, followed by `#` and the number of the counter.
    mutating func addAttempts(
        _ transitions: [TransitionDeclaration], at node: Int, named name: String, of instance: Instance
    ) {
        guard !transitions.isEmpty else { return }
        byNode[instance.number][node] = transitions
        for transition in transitions {
            guard let range = transition.attempts?.range else { continue }
            let key = AttemptsKey(instance: instance.number, node: node, transition: transition.number)
            if attempts[key] == nil { attempts[key] = add("\(name)#\(names.count)", at: range) }
        }
    }

    /// Adds a counter, and returns its number. Records the place of the first counter that a table cannot hold.
    private mutating func add(_ name: String, at range: SourceRange) -> CounterID {
        if names.count == TableFormat.maximumCounters, firstExcess == nil { firstExcess = range }
        return names.add(name)
    }

    /// Returns a declared counter of an instance, or nil if the flow declares none of this name.
    func counter(_ name: Symbol, of instance: Instance) -> CounterID? { declared[instance.number][name] }

    /// Returns the numbers of the declared counters of an instance, in ascending order.
    func declaredCounters(of instance: Instance) -> [CounterID] { declared[instance.number].values.sorted() }

    /// The numbers of the declared counters of all instances, in ascending order.
    var allDeclared: [CounterID] { declared.flatMap(\.values).sorted() }

    /// Returns the counter of a transition's attempts at a node, or nil if the transition has none there.
    func attemptCounter(of transition: TransitionDeclaration, at node: Int, of instance: Instance) -> CounterID? {
        attempts[AttemptsKey(instance: instance.number, node: node, transition: transition.number)]
    }

    /// Returns the counters of attempts that are a node's own.
    func attemptCounters(at node: Int, of instance: Instance) -> [CounterID] {
        transitionsWithOwnCounter(at: node, of: instance).compactMap { attemptCounter(of: $0, at: node, of: instance) }
    }

    /// Returns the transitions whose attempts have a counter of the node's own.
    func transitionsWithOwnCounter(at node: Int, of instance: Instance) -> [TransitionDeclaration] {
        byNode[instance.number][node] ?? []
    }
}
