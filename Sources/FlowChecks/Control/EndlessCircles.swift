import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// The circles that a flow can go in without the host and without a limit, other than those of choices alone.
///
/// A way limits itself if it needs a value that it clears, or a counter below a number that it counts, and nothing on the circle
/// gives the value again or resets the counter. Ways that limit themselves are taken away, then what is left is looked at again:
/// the order that is found is a proof that the circles end. Ways are taken away, too, that need what no other way of the circle leaves behind.
struct EndlessCircles {
    /// A circle.
    struct Circle {
        /// The states, the first one again at the end.
        let states: [StateID]
        /// The way that closes it.
        let closing: CircleGraph.Edge
        /// Whether it calls the service.
        let calls: Bool
    }

    /// The most circles for one flow.
    static let most = 32

    /// The circles, one for each transition that closes some.
    static func all(_ subject: CheckSubject) -> [Circle] {
        var waiting = [CircleGraph(subject.flow, subject.annotations, subject.analyses).edges]
        var found: [Circle] = []
        while let edges = waiting.popLast(), found.count < most {
            for group in circles(edges, subject.flow) {
                let rest = withoutLimited(group)
                if rest.count < group.count {
                    waiting.append(rest)
                } else if found.count < most, let circle = shortest(group, subject.flow) {
                    found.append(circle)
                    waiting.append(group.filter { !isSame($0, circle.closing) })
                }
            }
        }
        return found
    }

    /// The edges of each group of states that lead to each other, that is a circle.
    private static func circles(_ edges: [CircleGraph.Edge], _ flow: CheckedFlow) -> [[CircleGraph.Edge]] {
        let (graph, states) = graph(edges)
        var component = [Int](repeating: -1, count: states.count)
        var waits: [Bool] = []
        for members in graph.components() {
            for member in members { component[member] = waits.count }
            // Circles of choices alone are looked at without their guards.
            waits.append(graph.isCyclic(members) && members.contains { !flow.states[states[$0]].isChoice })
        }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var result = [[CircleGraph.Edge]](repeating: [], count: waits.count)
        for edge in edges {
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            if component[from] == component[to], waits[component[from]] { result[component[from]].append(edge) }
        }
        return result.filter { !$0.isEmpty }
    }

    /// The graph of some edges, over the states that they touch.
    private static func graph(_ edges: [CircleGraph.Edge]) -> (graph: Digraph, states: [StateID]) {
        let states = Set(edges.flatMap { [$0.from, $0.to] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        let pairs = edges.map { (from: numbers[$0.from] ?? 0, to: numbers[$0.to] ?? 0) }
        return (Digraph(count: states.count, edges: pairs), states)
    }

    private static func withoutLimited(_ edges: [CircleGraph.Edge]) -> [CircleGraph.Edge] {
        var sets: Set<SlotID> = []
        var resets: Set<CounterID> = []
        for edge in edges {
            sets.formUnion(edge.effects.sets)
            resets.formUnion(edge.effects.resets)
        }
        let leading = Dictionary(grouping: edges, by: \.to)
        return edges.filter { edge in
            // What comes before it on a circle may leave the values as it cannot have them.
            guard leading[edge.from]?.contains(where: { $0.effects.canPrecede(edge.effects) }) == true else {
                return false
            }
            let usesUp = !edge.effects.usedUp.isSubset(of: sets)
            let countsDown = !edge.effects.countedDown.isSubset(of: resets)
            return !usesUp && !countsDown
        }
    }

    /// The shortest circle through the first call, or else through the first state that waits for something.
    private static func shortest(_ edges: [CircleGraph.Edge], _ flow: CheckedFlow) -> Circle? {
        let (graph, states) = graph(edges)
        let call = states.firstIndex { flow.states[$0].isCall }
        guard let first = call ?? states.firstIndex(where: { !flow.states[$0].isChoice }),
            let circle = graph.shortestCycle(through: first)?.map({ states[$0] })
        else { return nil }
        let steps = zip(circle, circle.dropFirst()).compactMap { from, to in
            edges.first { $0.from == from && $0.to == to && $0.effects.mark != nil }
                ?? edges.first { $0.from == from && $0.to == to }
        }
        guard let closing = steps.last(where: { $0.effects.mark != nil }) ?? steps.last else { return nil }
        return Circle(states: circle, closing: closing, calls: call != nil)
    }

    private static func isSame(_ edge: CircleGraph.Edge, _ closing: CircleGraph.Edge) -> Bool {
        guard let mark = closing.effects.mark else { return edge.from == closing.from && edge.to == closing.to }
        return edge.effects.mark == mark
    }
}

extension EndlessCircles.Circle {
    /// A finding about the circle, at what closes it; nothing if that has no place. The words are made of the node that it begins at.
    func finding(_ code: DiagnosticCode, _ subject: CheckSubject, _ words: (String) -> String) -> [Diagnostic] {
        let node = states.first.flatMap { subject.flow.states[$0].node }
        let range =
            closing.effects.mark.map { subject.annotations.transitions[$0].range }
            ?? node.map { subject.annotations.nodes[$0].range }
        guard let range else { return [] }
        let name = states.first.map(subject.flow.nodeName) ?? ""
        return [
            Diagnostic(
                code, at: range, "\(words(name)), without host or limit",
                notes: [Diagnostic.Note("the circle: \(subject.flow.path(states))")],
                help: [
                    "set a limit, as in attempts=\"3\" then=\"…\"",
                    "or put a step between, so that the host decides",
                ])
        ]
    }
}
