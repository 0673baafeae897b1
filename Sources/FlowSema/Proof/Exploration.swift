import FlowModel

/// Everything that a flow can come to: the product of its states and what is known of its data, found breadth first, so that the
/// first path to anything is a shortest one.
///
/// The service answers as its description allows, the host says and gives what it wants, handlers give what they declare.
/// Situations that nothing tells apart any more are one. Where a state has more than ``mostSituations``, what they do not share
/// is forgotten: what is proven stays true, what is refuted may be wrong, and is marked as such.
struct Exploration {
    /// The most situations of one state that are told apart.
    static let mostSituations = 256
    /// The most nodes of the product.
    static let mostNodes = 1 << 21

    /// The nodes, in the order in which they were found.
    private(set) var nodes: [ProductNode] = []
    /// The ways by which nodes were found.
    private(set) var hops: [Hop] = []
    /// All ways between nodes.
    private(set) var edges: [ProductEdge] = []
    /// What must be taken and is refused: the node, and the way that led to the refusal.
    private(set) var refusals: [(node: Int, hop: Hop)] = []
    /// Events of the host other than its answers that are refused: the node, and the way that led to the refusal.
    private(set) var hostRefusals: [(node: Int, hop: Hop)] = []
    /// Tests of counters: the counter times 256 plus the bound.
    var testedBounds: Set<Int> { run.testedBounds }
    /// Those tests that came out as reached.
    var reachedBounds: Set<Int> { run.reachedBounds }
    /// Whether something was forgotten somewhere.
    private(set) var isBlurred = false
    /// States in which not everything could be followed.
    private(set) var isCutShort: Set<StateID> = []
    /// The facts.
    let table: FactTable
    /// What can be true together.
    let consistency: FactConsistency

    private let flow: CheckedFlow
    private let arrivals: ArrivalTable
    private let liveness: FactLiveness
    private let passing: PassingBits
    private var run: BlockRun
    private var index: [Key: Int] = [:]
    private var groups: [Group: [Int]] = [:]
    private var blurred: [Group: Int] = [:]

    private struct Group: Hashable {
        let state: StateID
        let last: StateID?
        let passed: UInt64
    }

    private struct Key: Hashable {
        let group: Group
        let situation: Situation
    }

    /// Explores a flow.
    init(_ flow: CheckedFlow, _ map: SourceMap, _ solver: ConditionSolver, _ passing: PassingBits) {
        self.flow = flow
        self.passing = passing
        table = FactTable(flow, map)
        consistency = FactConsistency(table, solver)
        arrivals = ArrivalTable(flow, map, table)
        liveness = FactLiveness(flow, table, arrivals, own: Self.ownKeys(map, table))
        run = BlockRun(table, consistency, BlockTranslator(table: table, patterns: flow.patterns))
        begin()
        var next = 0
        while next < nodes.count, nodes.count < Self.mostNodes {
            expand(next)
            next += 1
        }
        if next < nodes.count { isCutShort.formUnion(nodes[next...].map(\.state)) }
    }

    /// What the states need by themselves.
    private static func ownKeys(_ map: SourceMap, _ table: FactTable) -> [StateID: [Int32]] {
        var result: [StateID: [Int32]] = [:]
        for (state, needs) in map.needs {
            result[state, default: []] += needs.flatMap { $0.source.slots }.compactMap { table.presence($0) }
        }
        for (state, request) in map.requests {
            result[state, default: []] += request.sessions.compactMap { table.number(.usedUp($0.slot)) }
        }
        return result
    }

    /// Before the start nothing is there.
    private mutating func begin() {
        var situation = Situation()
        for key in liveness.keys[flow.initialState] {
            guard Int(key) < table.facts.count else {
                situation.set(Claim(counter: Int(key & 0x3F_FFFF), 0))
                continue
            }
            if case .test(.hasAll) = table.facts[Int(key)] { continue }
            situation.set(Claim(key, false))
        }
        nodes.append(
            ProductNode(
                state: flow.initialState, last: nil, passed: 0, situation: situation, origin: nil, isBlurred: false))
    }

    private mutating func expand(_ number: Int) {
        let node = nodes[number]
        for arrival in arrivals.ofState[node.state] { expand(number, arrival, node.situation, invalidOf: nil) }
    }

    /// Follows an arrival; `invalidOf` is the way on which a reply turned out to lack something.
    private mutating func expand(
        _ number: Int, _ arrival: Arrival, _ situation: Situation, invalidOf earlier: BlockRun.Outcome?
    ) {
        run.run(arrival, in: situation)
        if run.isCutShort { isCutShort.insert(nodes[number].state) }
        for outcome in run.outcomes {
            let hop = Hop(
                event: arrival.event, marks: outcome.marks, decisions: (earlier?.decisions ?? []) + outcome.decisions)
            switch outcome.target {
            case .state(let state): arrive(state, outcome, arrival, from: number, hop)
            case .last(let otherwise):
                let last = outcome.isRestarted ? nil : nodes[number].last
                arrive(last ?? otherwise, outcome, arrival, from: number, hop)
            case .refused:
                if case .host = arrival.kind {
                    if (arrival.event ?? 0) > 1 { hostRefusals.append((number, hop)) }
                } else {
                    refusals.append((number, hop))
                }
            case .missing:
                guard earlier == nil, let invalid = arrivals.ofState[nodes[number].state].first(where: { $0.event == 7 })
                else { continue }
                expand(number, invalid, outcome.situation, invalidOf: outcome)
            }
        }
    }

    private mutating func arrive(
        _ state: StateID, _ outcome: BlockRun.Outcome, _ arrival: Arrival, from number: Int, _ hop: Hop
    ) {
        let origin = nodes[number]
        var passed = outcome.isRestarted ? 0 : origin.passed
        if case .reply = arrival.kind { passed |= passing.onReply[origin.state] ?? 0 }
        passed |= passing.onEntry[state] ?? 0
        var last = outcome.isRestarted ? nil : origin.last
        if flow.states[origin.state].isEnd { last = nil }
        if flow.states[state].isPresent { last = state }
        if !liveness.needsLastStep[state] { last = nil }
        let group = Group(state: state, last: last, passed: passed)
        let situation = outcome.situation.about(liveness.keys[state])
        let target = node(group, situation, from: number, hop, isBlurred: origin.isBlurred)
        edges.append(ProductEdge(from: number, to: target, event: hop.event, decisions: hop.decisions))
    }

    /// The node for a situation: one that covers it, or a new one.
    private mutating func node(
        _ group: Group, _ situation: Situation, from number: Int, _ hop: Hop, isBlurred: Bool
    ) -> Int {
        if let known = index[Key(group: group, situation: situation)] { return known }
        if let known = blurred[group] {
            let common = nodes[known].situation.common(with: situation)
            if common == nodes[known].situation { return known }
            return addBlurred(group, common, from: number, hop)
        }
        let members = groups[group] ?? []
        // Counters are what multiplies situations, and what matters least.
        let isCoarse = members.count >= Self.mostSituations
        let kept = isCoarse ? situation.withoutCounters : situation
        if let known = members.first(where: { nodes[$0].situation.covers(kept) }) { return known }
        if members.count >= 2 * Self.mostSituations {
            return addBlurred(group, members.reduce(kept) { $0.common(with: nodes[$1].situation) }, from: number, hop)
        }
        return add(group, kept, from: number, hop, isBlurred: isBlurred || kept != situation)
    }

    private mutating func addBlurred(_ group: Group, _ common: Situation, from number: Int, _ hop: Hop) -> Int {
        isBlurred = true
        let added = add(group, common, from: number, hop, isBlurred: true)
        blurred[group] = added
        return added
    }

    private mutating func add(
        _ group: Group, _ situation: Situation, from number: Int, _ hop: Hop, isBlurred: Bool
    ) -> Int {
        hops.append(hop)
        index[Key(group: group, situation: situation)] = nodes.count
        groups[group, default: []].append(nodes.count)
        nodes.append(
            ProductNode(
                state: group.state, last: group.last, passed: group.passed, situation: situation,
                origin: (number, hops.count - 1), isBlurred: isBlurred))
        return nodes.count - 1
    }

    /// The hops from the beginning to a node, with the nodes that they lead to.
    func path(to node: Int) -> [(hop: Hop, node: Int)] {
        var result: [(hop: Hop, node: Int)] = []
        var current = node
        while let origin = nodes[current].origin {
            result.append((hops[origin.hop], current))
            current = origin.node
        }
        return result.reversed()
    }
}

