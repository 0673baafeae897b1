import FlowAnalysis
import FlowDiagnostics
import FlowIR

/// Finds the cycles that a flow can repeat without the host and without a bound.
///
/// An edge is bounded if it requires a value and clears it, or requires a counter below a limit and every cycle through
/// it increments the counter. No edge of the same component may assign this value or reset this counter. The search
/// removes bounded edges and computes the strongly connected components again. The order of removal is a ranking that
/// proves termination. The search also removes edges whose guard no preceding edge can satisfy. It omits cycles of
/// choices, which ``Livelock`` reports.
struct EndlessCycles {
    /// A cycle of states.
    struct Cycle {
        /// The states. The first one is repeated at the end.
        let states: [StateID]
        /// The edge at which the cycle is reported: the last one with a transition, or else the last one.
        let closing: CycleGraph.Edge
        let callsService: Bool
    }

    /// A state in a graph that contains only the states with edges.
    private enum GraphPosition {}

    /// The maximum number of cycles reported for one flow.
    static let maxCycles = 32

    /// Returns the cycles of a flow, at most one for each closing transition and at most `maxCycles`.
    static func all(_ subject: CheckSubject) -> [Cycle] {
        var waiting = [CycleGraph(subject.flow, subject.annotations, subject.analyses).edges]
        var found: [Cycle] = []
        while let edges = waiting.popLast(), found.count < maxCycles {
            for component in cyclicComponents(of: edges, subject.flow) {
                let unbounded = unboundedEdges(of: component)
                if unbounded.count < component.count {
                    // No run repeats a bounded edge without end, so search again without these edges.
                    waiting.append(unbounded)
                } else if found.count < maxCycles, let cycle = shortestCycle(in: component, subject.flow) {
                    found.append(cycle)
                    waiting.append(component.filter { !hasSameTransition($0, cycle.closing) })
                }
            }
        }
        return found
    }

    /// Returns the edges of each strongly connected component with a cycle, except components of choices only.
    private static func cyclicComponents(
        of edges: [CycleGraph.Edge], _ flow: LoweredFlow
    ) -> [[CycleGraph.Edge]] {
        let (graph, states) = graph(of: edges)
        let components = graph.stronglyConnectedComponents().filter { members in
            graph.isCyclic(members) && members.contains { !flow.states[states[$0]].isChoice }
        }
        let componentIndex = index(of: components, states)
        var result = [[CycleGraph.Edge]](repeating: [], count: components.count)
        for edge in edges {
            if let index = componentIndex[edge.from], componentIndex[edge.to] == index { result[index].append(edge) }
        }
        return result
    }

    /// Returns, by state, the index of its component. Omits states that no component contains.
    private static func index(
        of components: [[ID<GraphPosition>]], _ states: Table<GraphPosition, StateID>
    ) -> [StateID: Int] {
        var result: [StateID: Int] = [:]
        for (index, members) in components.enumerated() {
            for member in members { result[states[member]] = index }
        }
        return result
    }

    /// Returns the graph of some edges, and the state of each of its nodes in order.
    private static func graph(of edges: [CycleGraph.Edge]) -> (
        graph: Digraph<GraphPosition>, states: Table<GraphPosition, StateID>
    ) {
        let states = Table<GraphPosition, StateID>(Set(edges.flatMap { [$0.from, $0.to] }).sorted())
        let indices = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
        // Every state of an edge has an index, so the default is never used.
        let pairs = edges.map { (from: indices[$0.from] ?? 0, to: indices[$0.to] ?? 0) }
        return (Digraph(count: states.count, edges: pairs), states)
    }

    /// Returns the edges of a component that are not bounded, and that can follow an edge of the component.
    private static func unboundedEdges(of edges: [CycleGraph.Edge]) -> [CycleGraph.Edge] {
        var sets: Set<SlotID> = []
        var resets: Set<CounterID> = []
        for edge in edges {
            sets.formUnion(edge.effects.sets)
            resets.formUnion(edge.effects.resets)
        }
        let limited = edges.reduce(into: Set<CounterID>()) { $0.formUnion($1.effects.below) }.subtracting(resets)
        // By counter: the component of each state in the graph of the edges that do not increment the counter.
        var uncounted: [CounterID: [StateID: Int]] = [:]
        for counter in limited {
            let (graph, states) = graph(of: edges.filter { !$0.effects.counted.contains(counter) })
            uncounted[counter] = index(of: graph.stronglyConnectedComponents(), states)
        }
        let incoming = Dictionary(grouping: edges, by: \.to)
        return edges.filter { edge in
            guard incoming[edge.from]?.contains(where: { $0.effects.canPrecede(edge.effects) }) == true else {
                return false
            }
            let consumes = !edge.effects.consumed.isSubset(of: sets)
            // Every cycle through the edge increments the counter if the edge does, or if the others contain none.
            let countsToLimit = edge.effects.below.intersection(limited).contains { counter in
                let components = uncounted[counter]
                return edge.effects.counted.contains(counter) || components?[edge.from] != components?[edge.to]
            }
            return !consumes && !countsToLimit
        }
    }

    /// Returns the shortest cycle through the first call or, without calls, through the first state that is no choice.
    ///
    /// The result is nil if there is no such state, or if no cycle contains it.
    private static func shortestCycle(in edges: [CycleGraph.Edge], _ flow: LoweredFlow) -> Cycle? {
        let (graph, states) = graph(of: edges)
        let call = states.firstIndex { flow.states[$0].isCall }
        guard let first = call ?? states.firstIndex(where: { !flow.states[$0].isChoice }),
            let cycle = graph.shortestCycle(through: first)?.map({ states[$0] })
        else { return nil }
        // Prefer edges with a transition, because a finding is reported at a transition if possible.
        let steps = zip(cycle, cycle.dropFirst()).compactMap { from, to in
            edges.first { $0.from == from && $0.to == to && $0.effects.mark != nil }
                ?? edges.first { $0.from == from && $0.to == to }
        }
        guard let closing = steps.last(where: { $0.effects.mark != nil }) ?? steps.last else { return nil }
        return Cycle(states: cycle, closing: closing, callsService: call != nil)
    }

    /// Returns whether an edge takes the same transition as a closing edge.
    ///
    /// If the closing edge has no transition, returns whether both edges connect the same states.
    private static func hasSameTransition(_ edge: CycleGraph.Edge, _ closing: CycleGraph.Edge) -> Bool {
        guard let mark = closing.effects.mark else { return edge.from == closing.from && edge.to == closing.to }
        return edge.effects.mark == mark
    }
}

extension EndlessCycles.Cycle {
    /// Returns the finding on the cycle, at the transition of its closing edge or else at its first node.
    ///
    /// The result is empty if neither exists. `message` creates the message from the name of the first node.
    func findings(_ code: DiagnosticCode, _ subject: CheckSubject, _ message: (String) -> String) -> [Diagnostic] {
        let node = states.first.flatMap { subject.flow.states[$0].node }
        let range =
            closing.effects.mark.map { subject.annotations.transitions[$0].range }
            ?? node.map { subject.annotations.nodes[$0].range }
        guard let range else { return [] }
        let name = states.first.map(subject.flow.nodeName) ?? ""
        return [
            Diagnostic(
                code, at: range, message(name),
                notes: [Diagnostic.Note("the loop: \(subject.flow.describePath(through: states))")],
                help: resetCounters(subject.flow).map { "the loop sets the counter '\($0)' to zero" } + [
                    "set a limit, as in attempts=\"3\" then=\"…\"", helpToWait(subject.flow),
                ])
        ]
    }

    /// The help that lets the loop wait for the user.
    private func helpToWait(_ flow: LoweredFlow) -> String {
        let steps = states.compactMap { state in
            if case .present(let presentation) = flow.states[state].kind { presentation } else { nil }
        }
        // A step is on the loop only if its time limit is too short, so another such step would not help.
        if steps.isEmpty { return "or add a step in between, so that the user decides" }
        let seconds = CycleGraph.minPause
        if steps.allSatisfy(\.deadlines.isEmpty) {
            return "or let a step of the loop wait longer, as in after=\"\(seconds)\""
        }
        return "or make the time limits of the loop longer, as in within=\"\(seconds)\" and after=\"\(seconds)\""
    }

    /// The counters of the source that the closing edge resets, such as those of a `restart`.
    private func resetCounters(_ flow: LoweredFlow) -> [String] {
        // A number sign is in the names of counters that the compiler makes.
        closing.effects.resets.sorted().map { flow.counters[$0] }.filter { !$0.utf8.contains(UInt8(ascii: "#")) }
    }
}
