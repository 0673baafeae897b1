import FlowDiagnostics
import FlowModel
import FlowTable

/// The counters of a flow: those that it declares, and one for each node that a limit is for.
struct CounterTable: Sendable {
    /// A limit at a node.
    private struct LimitKey: Hashable {
        let instance: Int
        let node: Int
        let transition: TransitionID
    }

    private(set) var names: [String] = []
    /// The first counter, or limit, for which a table has no room.
    private(set) var excess: SourceRange?
    private var declared: [[Symbol: CounterID]] = []
    private var limits: [LimitKey: CounterID] = [:]
    private var limitsOfNode: [[Int: [CounterID]]] = []

    /// Adds the counters that the flow of an instance declares, in the order of their names. Those for which there is no room count as
    /// the ones written last.
    mutating func addDeclared(of instance: Instance, _ symbols: SymbolTable) {
        var counters: [Symbol: CounterID] = [:]
        let declarations = instance.unit.declarations
        for (name, place) in zip(symbols.sorted(declarations.counters), declarations.counterPlaces) {
            counters[name] = add(instance.prefix + symbols[name], at: place)
        }
        declared.append(counters)
        limitsOfNode.append([:])
    }

    private mutating func add(_ name: String, at range: SourceRange) -> CounterID {
        if names.count == TableFormat.maximumCounters, excess == nil { excess = range }
        names.append(name)
        return names.count - 1
    }

    /// A declared counter.
    func counter(_ name: Symbol, of instance: Instance) -> CounterID? { declared[instance.number][name] }

    /// The counter of a limit at a node, which is zero whenever the node is entered.
    mutating func limit(_ transition: TransitionID, at site: Site, _ range: SourceRange) -> CounterID {
        let key = LimitKey(instance: site.instance.number, node: site.index, transition: transition)
        if let known = limits[key] { return known }
        let counter = add("\(site.name)#\(transition)", at: range)
        limits[key] = counter
        limitsOfNode[site.instance.number][site.index, default: []].append(counter)
        return counter
    }

    /// The counters of the limits at a node.
    func limits(at site: Site) -> [CounterID] { limitsOfNode[site.instance.number][site.index] ?? [] }
}
