import FlowModel

/// Goes through a flow with few situations for each place: what all ways to the place have in common, told apart only by some
/// facts.
///
/// That is fast, since each place is looked at a few times only, and what it finds nothing wrong with is right. A fault that it
/// finds may be wrong: facts that only go together are known apart. Telling apart the facts that a finding is about mends most
/// of that. Counters may be anything.
struct PartitionedFixpoint {
    /// The things that are told apart.
    struct Partition: Equatable {
        /// The facts.
        var predicates: LiveSet
        /// What was passed of this is told apart, too, one bit each.
        var passed: UInt64 = 0
    }

    /// The product that was found.
    private(set) var graph = ReachabilityGraph()
    /// Whether everything was followed: there were not too many situations, nor ways through one state.
    var hasAll: Bool { isComplete && graph.isTruncated.isEmpty }
    private var isComplete = true
    private let context: AnalysisContext
    private let partition: Partition
    /// By state: the things that matter there; nothing where none are told apart.
    private let live: [LiveSet]?
    /// By state: those of them that are told apart.
    private let partitionMask: [LiveSet]?
    private var run: AbstractInterpreter
    private var worklist: Worklist
    private var numbers: [Key: Int] = [:]
    private var entries: [Entry] = []

    private struct Key: Hashable {
        let location: Location
        let passed: UInt64
        let valuation: AbstractState?
    }

    /// The knowledge of a place so far.
    private struct Entry {
        let location: Location
        var valuation: AbstractState
        /// The places that were passed on all ways to it.
        var passed: UInt64
        var isWaiting = true
        var edges: [GraphEdge] = []
        var refusals: [EventRejection] = []
    }

    /// Looks at a flow.
    init(_ context: AnalysisContext, _ partition: Partition) {
        self.context = context
        self.partition = partition
        // Where nothing is told apart, it does no harm to know what does not matter.
        let liveness = partition.predicates.isEmpty ? nil : context.liveness
        live = liveness?.live
        partitionMask = live?.map { $0.intersection(partition.predicates) }
        run = AbstractInterpreter(context, decided: liveness?.decided ?? [:])
        worklist = Worklist(order: context.relation.order)
        numbers.reserveCapacity(context.flow.states.count)
        _ = arrive(at: context.initialLocation, context.beginning(counters: false), passed: 0)
        let maxEntries = 4 * context.flow.states.count + 256
        while let next = worklist.pop() {
            guard entries.count <= maxEntries, !context.budget.isSpent else {
                isComplete = false
                return
            }
            expand(next)
        }
        for (number, entry) in entries.enumerated() {
            graph.nodes.append(
                GraphNode(
                    group: GraphNode.Group(location: entry.location, passed: entry.passed), valuation: entry.valuation,
                    origin: nil, isApproximate: false))
            graph.entered.insert(entry.location.state)
            graph.edges += entry.edges
            for refusal in entry.refusals { graph.refuse(refusal, at: number) }
        }
        // Whoever keeps the product has no use for the way to it.
        entries = []
        numbers = [:]
    }

    private mutating func expand(_ number: Int) {
        entries[number].isWaiting = false
        entries[number].edges.removeAll(keepingCapacity: true)
        entries[number].refusals.removeAll()
        let location = entries[number].location
        let (valuation, passed) = (entries[number].valuation, entries[number].passed)
        let invalid = context.relation.ifInvalid[location.state]
        for transfer in context.relation.byState[location.state] {
            run.run(transfer, ifMissing: invalid, in: valuation)
            if run.isTruncated { graph.isTruncated.insert(location.state) }
            entries[number].refusals += context.refusals(run.paths, of: transfer)
            for path in run.paths {
                guard let next = context.location(after: path, from: location) else { continue }
                let passed = context.passed(after: path, of: transfer, from: location.state, passed, to: next.state)
                let target = arrive(at: next, path.valuation, passed: passed)
                entries[number].edges.append(GraphEdge(from: number, to: target, transfer, path))
            }
        }
    }

    /// Something leads to a place, in some situation.
    private mutating func arrive(at location: Location, _ valuation: AbstractState, passed: UInt64) -> Int {
        let key = Key(
            location: location, passed: passed & partition.passed,
            valuation: partitionMask.map { valuation.masked(by: $0[location.state]) })
        guard let known = numbers[key] else {
            numbers[key] = entries.count
            let kept = (live.map { valuation.masked(by: $0[location.state]) } ?? valuation).withoutCounters
            entries.append(Entry(location: location, valuation: kept, passed: passed))
            worklist.push(entries.count - 1, state: location.state)
            return entries.count - 1
        }
        let isWeaker = entries[known].valuation.formJoin(with: valuation)
        let both = entries[known].passed & passed
        guard isWeaker || both != entries[known].passed else { return known }
        entries[known].passed = both
        if !entries[known].isWaiting {
            entries[known].isWaiting = true
            worklist.push(known, state: location.state)
        }
        return known
    }
}
