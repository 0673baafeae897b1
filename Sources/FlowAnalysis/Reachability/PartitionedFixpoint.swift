import FlowModel

/// A forward fixpoint with one abstract state for each partition of a location (trace partitioning).
///
/// The state of a partition is the join over all its paths. The fixpoint over-approximates: what it does not find
/// does not exist. What it finds may be a false alarm, since joins lose correlations between predicates. A finer
/// partition over the predicates of an alarm removes most of these. Counters may have any value.
struct PartitionedFixpoint {
    /// What distinguishes the partitions of a location.
    struct Partition: Equatable {
        /// The predicates.
        var predicates: LiveSet
        /// The history variables, one bit each.
        var passed: UInt64 = 0
    }

    /// The graph of the fixpoint.
    private(set) var graph = ReachabilityGraph()
    /// Whether the fixpoint is complete: neither the number of states nor a state's paths were truncated.
    var isComplete: Bool { isFinished && graph.isTruncated.isEmpty }
    private var isFinished = true
    private let context: AnalysisContext
    private let partition: Partition
    /// By state: the live predicates and counters; nil without a partition.
    private let live: [LiveSet]?
    /// By state: the live predicates of the partition.
    private let partitionMask: [LiveSet]?
    private var interpreter: AbstractInterpreter
    private var worklist: Worklist
    private var numbers: [Key: Int] = [:]
    private var entries: [Entry] = []

    private struct Key: Hashable {
        let location: Location
        let passed: UInt64
        let valuation: AbstractState?
    }

    /// The abstract state of a partition so far.
    private struct Entry {
        let location: Location
        var valuation: AbstractState
        /// The history variables that are set on all paths to it.
        var passed: UInt64
        var isWaiting = true
        var edges: [GraphEdge] = []
        var refusals: [EventRejection] = []
    }

    /// Computes the fixpoint.
    init(_ context: AnalysisContext, _ partition: Partition) {
        self.context = context
        self.partition = partition
        // Without a partition, dead predicates do no harm.
        let liveness = partition.predicates.isEmpty ? nil : context.liveness
        live = liveness?.live
        partitionMask = live?.map { $0.intersection(partition.predicates) }
        interpreter = AbstractInterpreter(context, decided: liveness?.decided ?? [:])
        worklist = Worklist(order: context.relation.order)
        numbers.reserveCapacity(context.flow.states.count)
        _ = join(at: context.initialLocation, context.beginning(counters: false), passed: 0)
        let maxEntries = 4 * context.flow.states.count + 256
        while let next = worklist.pop() {
            guard entries.count <= maxEntries, !context.budget.isSpent else {
                isFinished = false
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
        // Clients keep the graph only.
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
            interpreter.run(transfer, ifMissing: invalid, in: valuation)
            if interpreter.isTruncated { graph.isTruncated.insert(location.state) }
            entries[number].refusals += context.refusals(interpreter.paths, of: transfer)
            for path in interpreter.paths {
                guard let next = context.location(after: path, from: location) else { continue }
                let passed = context.passed(after: path, of: transfer, from: location.state, passed, to: next.state)
                let target = join(at: next, path.valuation, passed: passed)
                entries[number].edges.append(GraphEdge(from: number, to: target, transfer, path))
            }
        }
    }

    /// Joins a state into its partition.
    private mutating func join(at location: Location, _ valuation: AbstractState, passed: UInt64) -> Int {
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
