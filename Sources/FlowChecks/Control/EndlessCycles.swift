import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// The cycles that a flow can repeat without the host and without a bound, except those of choices alone.
///
/// An edge is bounded if it needs a value that it clears, or a counter below a limit that it counts, and no edge of
/// the same component assigns the value or resets the counter. The search removes bounded edges and computes the
/// strongly connected components again: the order of removal is a ranking that proves termination. It also removes
/// edges whose guard no preceding edge can satisfy.
struct EndlessCycles {
    /// A cycle of states.
    struct Cycle {
        /// The states, the first one again at the end.
        let states: [StateID]
        /// The edge that closes it.
        let closing: CycleGraph.Edge
        /// Whether it calls the service.
        let calls: Bool
    }

    /// The maximum number of cycles reported for one flow.
    static let maxCycles = 32

    /// Finds the cycles, one for each transition that closes some.
    static func all(_ subject: CheckSubject) -> [Cycle] {
        var waiting = [CycleGraph(subject.flow, subject.annotations, subject.analyses).edges]
        var found: [Cycle] = []
        while let edges = waiting.popLast(), found.count < maxCycles {
            for group in cycles(edges, subject.flow) {
                let rest = removingBounded(group)
                if rest.count < group.count {
                    waiting.append(rest)
                } else if found.count < maxCycles, let cycle = shortest(group, subject.flow) {
                    found.append(cycle)
                    waiting.append(group.filter { !isSame($0, cycle.closing) })
                }
            }
        }
        return found
    }

    /// Returns the edges of each strongly connected component with a cycle.
    private static func cycles(_ edges: [CycleGraph.Edge], _ flow: CheckedFlow) -> [[CycleGraph.Edge]] {
        let (graph, states) = graph(edges)
        var component = [Int](repeating: -1, count: states.count)
        var waits: [Bool] = []
        for members in graph.components() {
            for member in members { component[member] = waits.count }
            // `Livelock` checks cycles of choices alone, without their guards.
            waits.append(graph.isCyclic(members) && members.contains { !flow.states[states[$0]].isChoice })
        }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var result = [[CycleGraph.Edge]](repeating: [], count: waits.count)
        for edge in edges {
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            if component[from] == component[to], waits[component[from]] { result[component[from]].append(edge) }
        }
        return result.filter { !$0.isEmpty }
    }

    /// Returns the graph of some edges, over the states that they connect.
    private static func graph(_ edges: [CycleGraph.Edge]) -> (graph: Digraph, states: [StateID]) {
        let states = Set(edges.flatMap { [$0.from, $0.to] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        let pairs = edges.map { (from: numbers[$0.from] ?? 0, to: numbers[$0.to] ?? 0) }
        return (Digraph(count: states.count, edges: pairs), states)
    }

    private static func removingBounded(_ edges: [CycleGraph.Edge]) -> [CycleGraph.Edge] {
        var sets: Set<SlotID> = []
        var resets: Set<CounterID> = []
        for edge in edges {
            sets.formUnion(edge.effects.sets)
            resets.formUnion(edge.effects.resets)
        }
        let leading = Dictionary(grouping: edges, by: \.to)
        return edges.filter { edge in
            // The edges before it can rule out the values that it needs.
            guard leading[edge.from]?.contains(where: { $0.effects.canPrecede(edge.effects) }) == true else {
                return false
            }
            let usesUp = !edge.effects.usedUp.isSubset(of: sets)
            let countsDown = !edge.effects.countedDown.isSubset(of: resets)
            return !usesUp && !countsDown
        }
    }

    /// Returns the shortest cycle through the first call, or else through the first state that is no choice.
    private static func shortest(_ edges: [CycleGraph.Edge], _ flow: CheckedFlow) -> Cycle? {
        let (graph, states) = graph(edges)
        let call = states.firstIndex { flow.states[$0].isCall }
        guard let first = call ?? states.firstIndex(where: { !flow.states[$0].isChoice }),
            let cycle = graph.shortestCycle(through: first)?.map({ states[$0] })
        else { return nil }
        let steps = zip(cycle, cycle.dropFirst()).compactMap { from, to in
            edges.first { $0.from == from && $0.to == to && $0.effects.mark != nil }
                ?? edges.first { $0.from == from && $0.to == to }
        }
        guard let closing = steps.last(where: { $0.effects.mark != nil }) ?? steps.last else { return nil }
        return Cycle(states: cycle, closing: closing, calls: call != nil)
    }

    private static func isSame(_ edge: CycleGraph.Edge, _ closing: CycleGraph.Edge) -> Bool {
        guard let mark = closing.effects.mark else { return edge.from == closing.from && edge.to == closing.to }
        return edge.effects.mark == mark
    }
}

extension EndlessCycles.Cycle {
    /// Returns a finding about the cycle, located at the edge that closes it; `words` describes the node where it
    /// starts.
    func finding(_ code: DiagnosticCode, _ subject: CheckSubject, _ words: (String) -> String) -> [Diagnostic] {
        let node = states.first.flatMap { subject.flow.states[$0].node }
        let range =
            closing.effects.mark.map { subject.annotations.transitions[$0].range }
            ?? node.map { subject.annotations.nodes[$0].range }
        guard let range else { return [] }
        let name = states.first.map(subject.flow.nodeName) ?? ""
        return [
            Diagnostic(
                code, at: range, words(name),
                notes: [Diagnostic.Note("the loop: \(subject.flow.describePath(through: states))")],
                help: [
                    "set a limit, as in attempts=\"3\" then=\"…\"",
                    "or add a step in between, so that the user decides",
                ])
        ]
    }
}
