import FlowModel

/// Everything that a flow can come to: the product of its states and what is known of its data.
///
/// The service answers as its description allows, the host says and gives what it wants, handlers give what they declare.
/// Situations that nothing tells apart any more are one. Where a state has more than ``mostSituations``, what they do not share
/// is forgotten: what is proven stays true, what is refuted may be wrong, and is marked as such.
///
/// There are two ways to explore. The first joins situations that differ in a single fact as soon as both are found: that is fast,
/// and just as exact about what can be. The second goes breadth first, so that the first path to anything is a shortest one.
struct Exploration {
    /// How situations are gone through.
    enum Manner {
        case joining
        case breadthFirst
    }

    /// The most situations of one state that are told apart.
    static let mostSituations = 256
    /// The most nodes for each state on the average, beyond which all states have few situations.
    static let mostNodesOfState = 24
    /// How many situations of one state are then told apart.
    static let fewSituations = 4

    /// The nodes, in the order in which they were found.
    private(set) var nodes: [ProductNode] = []
    /// The ways by which nodes were found.
    private(set) var hops: [Hop] = []
    /// All ways between nodes. Targets that were joined are found under ``current(_:)``.
    private(set) var edges: [ProductEdge] = []
    /// What must be taken and is refused: the node, and the way that led to the refusal.
    private(set) var refusals: [(node: Int, hop: Hop)] = []
    /// Events of the host other than its answers that are refused: the node, and the way that led to the refusal.
    private(set) var hostRefusals: [(node: Int, hop: Hop)] = []
    /// Tests of counters: the counter times 256 plus the bound.
    var testedBounds: Set<Int> { run.testedBounds }
    /// Those tests that came out as reached.
    var reachedBounds: Set<Int> { run.reachedBounds }
    /// States in which not everything could be followed.
    private(set) var isCutShort: Set<StateID> = []
    /// Whether something was forgotten somewhere.
    private(set) var isBlurred = false
    /// The facts.
    var table: FactTable { ground.table }
    /// What can be true together.
    var consistency: FactConsistency { ground.consistency }

    private let ground: ProofGround
    private let manner: Manner
    private var run: BlockRun
    private var frontier: Frontier
    private var index: [Key: Int] = [:]
    /// By state: its nodes that were not replaced.
    private var members: [[Int]]
    private var blurred: [ProductNode.Group: Int] = [:]
    /// By node: the node that took its place.
    private var replacement: [Int: Int] = [:]

    private struct Key: Hashable {
        let group: ProductNode.Group
        let situation: Situation
    }

    /// Explores a flow.
    init(_ ground: ProofGround, _ manner: Manner) {
        self.ground = ground
        self.manner = manner
        run = BlockRun(ground.table, ground.consistency, decided: ground.liveness.decided)
        frontier = Frontier(order: manner == .joining ? ground.arrivals.order(of: ground.flow) : nil)
        members = Array(repeating: [], count: ground.flow.states.count)
        let beginning = ProductNode.Group(state: ground.flow.initialState, last: nil, passed: 0)
        _ = add(beginning, ground.beginning, origin: nil, isBlurred: false)
        while let next = frontier.pop() { if replacement[next] == nil { expand(next) } }
    }

    /// The most situations of one state for now.
    private var most: Int {
        let budget = Self.mostNodesOfState * ground.flow.states.count + 8 * Self.mostSituations
        return nodes.count < budget ? Self.mostSituations : Self.fewSituations
    }

    /// The nodes that were not replaced by more general ones.
    var current: [Int] { replacement.isEmpty ? Array(nodes.indices) : nodes.indices.filter { replacement[$0] == nil } }

    /// The node that stands for a node now.
    func current(_ node: Int) -> Int {
        var node = node
        while let next = replacement[node] { node = next }
        return node
    }

    // MARK: Expanding

    private mutating func expand(_ number: Int) {
        let situation = nodes[number].situation
        for arrival in ground.arrivals.ofState[nodes[number].state] { expand(number, arrival, situation, after: []) }
    }

    /// Follows an arrival; `earlier` was decided before a reply turned out to lack something.
    private mutating func expand(_ number: Int, _ arrival: Arrival, _ situation: Situation, after earlier: [Claim]) {
        run.run(arrival, in: situation)
        if run.isCutShort { isCutShort.insert(nodes[number].state) }
        for way in run.ways {
            let decisions = earlier.isEmpty ? way.decisions : earlier + way.decisions
            let hop = Hop(
                event: arrival.event, marks: way.marks, decisions: decisions, isRestarted: way.isRestarted)
            switch way.target {
            case .state(let state): arrive(state, way, arrival, from: number, hop)
            case .last(let otherwise):
                arrive((way.isRestarted ? nil : nodes[number].group.last) ?? otherwise, way, arrival, from: number, hop)
            case .refused: refuse(arrival, number, hop)
            case .missing:
                guard arrival.event != 7,
                    let invalid = ground.arrivals.ofState[nodes[number].state].first(where: { $0.event == 7 })
                else { continue }
                expand(number, invalid, way.situation, after: way.decisions)
            }
        }
    }

    private mutating func refuse(_ arrival: Arrival, _ number: Int, _ hop: Hop) {
        if arrival.kind != .host {
            refusals.append((number, hop))
        } else if (arrival.event ?? 0) > 1 {
            hostRefusals.append((number, hop))
        }
    }

    private mutating func arrive(
        _ state: StateID, _ way: BlockRun.Way, _ arrival: Arrival, from number: Int, _ hop: Hop
    ) {
        let origin = nodes[number]
        var passed = way.isRestarted ? 0 : origin.passed
        if arrival.kind == .reply { passed |= ground.passing.onReply[origin.state] ?? 0 }
        passed |= ground.passing.onEntry[state] ?? 0
        var last = way.isRestarted || ground.flow.states[origin.state].isEnd ? nil : origin.group.last
        if ground.flow.states[state].isPresent { last = state }
        if !ground.liveness.needsLastStep[state] { last = nil }
        let group = ProductNode.Group(state: state, last: last, passed: passed)
        let situation = way.situation.masked(by: ground.liveness.live[state])
        let target = node(group, situation, from: number, hop, isBlurred: origin.isBlurred)
        edges.append(ProductEdge(from: number, to: target, event: hop.event, decisions: hop.decisions))
    }

    // MARK: Nodes

    /// The node for a situation: one that covers it, or a new one.
    private mutating func node(
        _ group: ProductNode.Group, _ situation: Situation, from number: Int, _ hop: Hop, isBlurred: Bool
    ) -> Int {
        if let known = index[Key(group: group, situation: situation)] { return current(known) }
        if let known = blurred[group] {
            let common = nodes[known].situation.common(with: situation)
            return common == nodes[known].situation ? known : blur(group, common, from: number, hop)
        }
        let others = members[group.state].filter { nodes[$0].group == group }
        // Counters are what multiplies situations, and what matters least.
        let isCoarse = others.count >= most
        let kept = isCoarse ? situation.withoutCounters : situation
        if let known = others.first(where: { nodes[$0].situation.covers(kept) }) { return known }
        if others.count >= 2 * most {
            return blur(group, others.reduce(kept) { $0.common(with: nodes[$1].situation) }, from: number, hop)
        }
        let isBlurred = isBlurred || kept != situation
        guard manner == .joining else { return add(group, kept, origin: (number, hop), isBlurred: isBlurred) }
        return join(group, kept, others, from: number, hop, isBlurred: isBlurred)
    }

    /// Adds a situation together with those that it makes a whole with.
    private mutating func join(
        _ group: ProductNode.Group, _ situation: Situation, _ others: [Int], from number: Int, _ hop: Hop,
        isBlurred: Bool
    ) -> Int {
        var whole = situation
        var replaced: [Int] = []
        var others = others
        while let index = others.firstIndex(where: { nodes[$0].situation.united(with: whole) != nil }) {
            let other = others.remove(at: index)
            whole = nodes[other].situation.united(with: whole) ?? whole
            replaced.append(other)
        }
        replaced += others.filter { whole.covers(nodes[$0].situation) }
        let added = add(group, whole, origin: (number, hop), isBlurred: isBlurred)
        for other in replaced { replacement[other] = added }
        if !replaced.isEmpty { members[group.state].removeAll { replaced.contains($0) } }
        return added
    }

    private mutating func blur(_ group: ProductNode.Group, _ common: Situation, from number: Int, _ hop: Hop) -> Int {
        isBlurred = true
        let added = add(group, common, origin: (number, hop), isBlurred: true)
        blurred[group] = added
        return added
    }

    private mutating func add(
        _ group: ProductNode.Group, _ situation: Situation, origin: (node: Int, hop: Hop)?, isBlurred: Bool
    ) -> Int {
        if let origin, manner == .breadthFirst { hops.append(origin.hop) }
        let number = nodes.count
        index[Key(group: group, situation: situation)] = number
        members[group.state].append(number)
        let place = manner == .breadthFirst ? origin.map { ($0.node, hops.count - 1) } : nil
        nodes.append(ProductNode(group: group, situation: situation, origin: place, isBlurred: isBlurred))
        frontier.push(number, state: group.state)
        return number
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
