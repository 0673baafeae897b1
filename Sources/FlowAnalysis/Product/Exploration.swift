import FlowModel

/// Goes through everything that a flow can come to: the product of its states and what is known of its data.
///
/// The service answers as its description allows, the host says and gives what it wants, handlers give what they declare.
/// Situations that nothing tells apart any more are one. Where a state has too many, what they do not share
/// is forgotten: what is proven stays true, what is refuted may be wrong, and is marked as such.
///
/// There are two ways to explore. The first joins situations that differ in a single fact as soon as both are found, and lets counters
/// be anything: that is fast, and as exact about data. The second goes breadth first, so that the first path to
/// anything is a shortest one.
struct Exploration {
    /// How situations are gone through.
    enum Manner {
        case joining
        case breadthFirst
    }

    /// The most situations of one state that are told apart.
    private var mostSituations: Int { manner == .joining ? 64 : 256 }
    /// The most nodes before all states have but one or two situations.
    private var mostNodes: Int { (manner == .joining ? 1 << 12 : 1 << 16) + ground.flow.states.count }

    /// The product that was found.
    private(set) var product: Product
    private let ground: ProofGround
    private let liveness: FactLiveness
    private let manner: Manner
    private var run: BlockRun
    private var frontier: Frontier
    private var index: [Key: Int] = [:]
    /// By state: its nodes that were not replaced.
    private var members: [[Int]]
    private var blurred: [ProductNode.Group: Int] = [:]

    /// By arrival and what mattered to it: the edges that it led to.
    private var expanded: [ArrivalKey: Range<Int>] = [:]

    private struct ArrivalKey: Hashable {
        let group: ProductNode.Group
        let position: Int
        let situation: Situation
    }

    private struct Key: Hashable {
        let group: ProductNode.Group
        let situation: Situation
    }

    /// Explores a flow. Of what was passed, only `followed` tells situations apart; the rest counts as passed.
    init(_ ground: ProofGround, _ manner: Manner, followed: UInt64) {
        product = Product(followed: followed)
        self.ground = ground
        self.manner = manner
        liveness = ground.liveness
        run = BlockRun(ground, decided: liveness.decided)
        frontier = Frontier(order: manner == .joining ? ground.arrivals.order : nil)
        members = Array(repeating: [], count: ground.flow.states.count)
        let beginning = ProductNode.Group(place: ground.firstPlace, passed: ~followed)
        _ = add(beginning, ground.beginning(counters: manner == .breadthFirst), origin: nil, isBlurred: false)
        while let next = frontier.pop() { if product.replacement[next] == nil { expand(next) } }
        product.entered = Set(product.nodes.lazy.map(\.state))
    }

    /// The most situations of one state for now.
    private var most: Int { product.nodes.count < mostNodes && !ground.work.isSpent ? mostSituations : 1 }

    // MARK: Expanding

    private mutating func expand(_ number: Int) {
        let node = product.nodes[number]
        for (position, arrival) in ground.arrivals.ofState[node.state].enumerated() {
            // The ways of an arrival depend on no more than what matters to it.
            let relevant = node.situation.masked(by: liveness.needs[node.state][position])
            let key = ArrivalKey(group: node.group, position: position, situation: relevant)
            if let known = expanded[key] {
                for index in known {
                    let edge = product.edges[index]
                    product.edges.append(edge.moved(from: number))
                }
                continue
            }
            let first = product.edges.count
            expand(number, node, arrival)
            expanded[key] = first..<product.edges.count
        }
    }

    private mutating func expand(_ number: Int, _ node: ProductNode, _ arrival: Arrival) {
        run.run(arrival, ifMissing: ground.arrivals.ifInvalid[node.state], in: node.situation)
        if run.isCutShort { product.isCutShort.insert(node.state) }
        for refusal in ground.refusals(run.ways, of: arrival) { product.refuse(refusal, at: number) }
        for way in run.ways {
            guard let place = ground.place(after: way, from: node.group.place) else { continue }
            let hop = Hop(arrival, way)
            let passed = ground.passed(after: way, of: arrival, from: node.state, node.passed, to: place.state)
            let group = ProductNode.Group(place: place, passed: passed | ~product.followed)
            let situation = way.situation.masked(by: liveness.live[place.state])
            let target = self.node(group, situation, from: number, hop, isBlurred: node.isBlurred)
            product.edges.append(ProductEdge(from: number, to: target, arrival, way))
        }
    }

    // MARK: Nodes

    /// The node for a situation: one that covers it, or a new one.
    private mutating func node(
        _ group: ProductNode.Group, _ situation: Situation, from number: Int, _ hop: Hop, isBlurred: Bool
    ) -> Int {
        // Counters are what multiplies situations, and what matters least.
        let exact = manner == .joining ? situation.withoutCounters : situation
        if let known = index[Key(group: group, situation: exact)] { return product.current(known) }
        if let known = blurred[group] {
            let before = product.nodes[known].situation
            let common = before.common(with: exact).restricted(to: ground.needed)
            return common == before ? known : blur(group, common, from: number, hop)
        }
        let others = members[group.place.state].filter { product.nodes[$0].group == group }
        ground.work.add(others.count)
        let kept = others.count >= most ? exact.withoutCounters : exact
        if let known = others.first(where: { product.nodes[$0].situation.covers(kept) }) { return known }
        if others.count >= 2 * most {
            // States need values that are there, and sessions that were not used up; the rest only tells ways apart.
            let common = others.reduce(kept) { $0.common(with: product.nodes[$1].situation) }
            return blur(group, common.restricted(to: ground.needed), from: number, hop)
        }
        let isBlurred = isBlurred || kept != exact
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
        while let (index, united) = firstUnited(others, whole) {
            replaced.append(others.remove(at: index))
            whole = united
        }
        replaced += others.filter { whole.covers(product.nodes[$0].situation) }
        let added = add(group, whole, origin: (number, hop), isBlurred: isBlurred)
        for other in replaced { product.replacement[other] = added }
        if !replaced.isEmpty { members[group.place.state].removeAll { replaced.contains($0) } }
        return added
    }

    private func firstUnited(_ others: [Int], _ situation: Situation) -> (index: Int, united: Situation)? {
        for (index, other) in others.enumerated() {
            if let united = product.nodes[other].situation.united(with: situation) { return (index, united) }
        }
        return nil
    }

    private mutating func blur(_ group: ProductNode.Group, _ common: Situation, from number: Int, _ hop: Hop) -> Int {
        let added = add(group, common, origin: (number, hop), isBlurred: true)
        blurred[group] = added
        return added
    }

    private mutating func add(
        _ group: ProductNode.Group, _ situation: Situation, origin: (node: Int, hop: Hop)?, isBlurred: Bool
    ) -> Int {
        let number = product.nodes.count
        index[Key(group: group, situation: situation)] = number
        members[group.place.state].append(number)
        let kept = manner == .breadthFirst ? origin : nil
        product.nodes.append(ProductNode(group: group, situation: situation, origin: kept, isBlurred: isBlurred))
        frontier.push(number, state: group.place.state)
        return number
    }
}
