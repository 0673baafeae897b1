import FlowIR

/// A forward fixpoint with one abstract state for each partition of a location (trace partitioning).
///
/// The abstract state of a partition is the join over its paths. The graph of a complete fixpoint contains all states
/// that a run can reach, and possibly others. An alarm may be false, since a join loses the correlations between
/// predicates. A finer partition over the predicates of the alarm discharges most false alarms. Counters may have any
/// value.
struct PartitionedFixpoint {
    /// The variables that separate the abstract states of a location.
    struct Partition: Equatable {
        var predicates: LiveSet
        /// The history variables, one bit each.
        var history: UInt64 = 0
    }

    private(set) var graph = ReachabilityGraph()
    /// Whether the fixpoint is complete: it reached no limit of entries, of the budget or of an event's paths.
    var isComplete: Bool { isFinished && graph.truncatedStates.isEmpty }
    private var isFinished = true
    /// By state: whether a run reaches it, in which the counters can have any value. False if only abstract states that
    /// have lost information lead to it.
    private(set) var isWitnessed: Table<State, Bool>
    private let context: AnalysisContext
    private let partition: Partition
    /// By state: the live predicates and counters, or nil if the partition has no predicates.
    private let live: Table<State, LiveSet>?
    /// By state: the live predicates of the partition, or nil if the partition has no predicates.
    private let partitionMask: Table<State, LiveSet>?
    private var interpreter: AbstractInterpreter
    private var worklist: Worklist<GraphNode>
    /// By key: the id of its entry.
    private var entryIDs: [Key: GraphNodeID] = [:]
    private var entries: Table<GraphNode, Entry> = []

    /// A location with the values of the partition's variables.
    private struct Key: Hashable {
        let location: Location
        let passed: UInt64
        let valuation: AbstractState?
    }

    /// The join over the paths found so far to one key, with the results of its last expansion.
    private struct Entry {
        let location: Location
        var valuation: AbstractState
        /// The history variables that are set on all these paths.
        var passed: UInt64
        /// Whether the abstract state is that of one path, and the same is true of each entry on that path.
        var isExact: Bool
        var isWaiting = true
        var edges: [GraphEdge] = []
        var rejections: [EventRejection] = []
    }

    /// The maximum number of entries: some for each state of the flow, and some more.
    private static let maxEntries = (perState: 4, more: 256)

    /// Computes the fixpoint for a partition, and builds its graph if the limits permit.
    init(_ context: AnalysisContext, _ partition: Partition) {
        self.context = context
        self.partition = partition
        // Without a partition, dead predicates do not multiply the states.
        let liveness = partition.predicates.isEmpty ? nil : context.liveness
        live = liveness?.live
        partitionMask = live?.mapValues { $0.intersection(partition.predicates) }
        interpreter = AbstractInterpreter(context, decided: liveness?.decided ?? [:])
        worklist = Worklist(order: context.relation.order)
        isWitnessed = Table(repeating: false, count: context.flow.states.count)
        entryIDs.reserveCapacity(context.flow.states.count)
        join(context.initialState(tracksCounters: false), passed: 0, at: context.initialLocation, isExact: true)
        let maxEntries = Self.maxEntries.perState * context.flow.states.count + Self.maxEntries.more
        while let next = worklist.pop() {
            guard entries.count <= maxEntries, !context.budget.isSpent else {
                isFinished = false
                return
            }
            expand(next)
        }
        buildGraph()
    }

    /// Converts the entries to the nodes and edges of `graph`, and then frees them.
    private mutating func buildGraph() {
        for (id, entry) in entries.indexed() {
            graph.nodes.append(
                GraphNode(
                    group: GraphNode.Group(location: entry.location, passed: entry.passed), valuation: entry.valuation,
                    origin: nil, isApproximate: false))
            graph.entered.insert(entry.location.state)
            graph.edges += entry.edges
            for rejection in entry.rejections { graph.record(rejection, at: id) }
        }
        entries = []
        entryIDs = [:]
    }

    /// Executes all events of an entry, and joins the results into the entries of their targets.
    ///
    /// Replaces the edges and rejections of the entry.
    private mutating func expand(_ id: GraphNodeID) {
        entries[id].isWaiting = false
        entries[id].edges.removeAll(keepingCapacity: true)
        entries[id].rejections.removeAll()
        let location = entries[id].location
        let (valuation, passed, isExact) = (entries[id].valuation, entries[id].passed, entries[id].isExact)
        let invalid = context.relation.ifInvalid[location.state]
        for transfer in context.relation.byState[location.state] {
            interpreter.run(transfer, ifMissing: invalid, in: valuation)
            if interpreter.isTruncated { graph.truncatedStates.insert(location.state) }
            entries[id].rejections += context.rejections(among: interpreter.paths, of: transfer)
            for path in interpreter.paths {
                guard let next = context.location(after: path, from: location) else { continue }
                let passedAfter = context.passedBits(
                    after: path, of: transfer, from: location.state, passed, to: next.state)
                let target = join(path.valuation, passed: passedAfter, at: next, isExact: isExact)
                entries[id].edges.append(GraphEdge(from: id, to: target, on: transfer, along: path))
            }
        }
    }

    /// Joins an abstract state into the entry of its location and partition, and returns the id of the entry.
    ///
    /// Schedules the entry if it is new or changed.
    @discardableResult
    private mutating func join(
        _ valuation: AbstractState, passed: UInt64, at location: Location, isExact: Bool
    ) -> GraphNodeID {
        if isExact { isWitnessed[location.state] = true }
        let key = Key(
            location: location, passed: passed & partition.history,
            valuation: partitionMask.map { valuation.masked(by: $0[location.state]) })
        guard let known = entryIDs[key] else {
            let kept = (live.map { valuation.masked(by: $0[location.state]) } ?? valuation).withoutCounters
            let added = entries.add(Entry(location: location, valuation: kept, passed: passed, isExact: isExact))
            entryIDs[key] = added
            worklist.push(added, state: location.state)
            return added
        }
        let isWeaker = entries[known].valuation.formJoin(with: valuation)
        if isWeaker { entries[known].isExact = false }
        let passedOnAll = entries[known].passed & passed
        guard isWeaker || passedOnAll != entries[known].passed else { return known }
        entries[known].passed = passedOnAll
        if !entries[known].isWaiting {
            entries[known].isWaiting = true
            worklist.push(known, state: location.state)
        }
        return known
    }
}
