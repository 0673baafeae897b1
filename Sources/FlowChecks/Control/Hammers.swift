import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects circles that call the service again and again without the host and without a limit: a service that keeps failing
/// would be called for ever.
///
/// A way limits itself if it needs a value that it clears, or a counter below a number that it counts, and nothing on the circle
/// gives the value again or resets the counter. Ways that limit themselves are taken away, then what is left is looked at again:
/// the order that is found is a proof that the circles end.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on error="*" retry="send"/>
///   <on event="success" to="done"/>
/// </call>
/// ```
enum Hammers: StaticCheck {
    static let codes: [DiagnosticCode] = [.hammers]

    /// The most findings for one flow.
    static let mostFindings = 32

    /// Adds a finding for each transition that closes such a circle.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        var waiting = [CircleGraph(subject.flow, subject.facts).edges]
        var found = 0
        while let edges = waiting.popLast(), found < mostFindings {
            for circle in circles(edges, subject.flow) {
                let rest = withoutLimited(circle)
                if rest.count < circle.count {
                    waiting.append(rest)
                } else if found < mostFindings, let closing = report(circle, subject, &findings) {
                    found += 1
                    waiting.append(circle.filter { !isSame($0, closing) })
                }
            }
        }
    }

    /// The edges of each group of states that lead to each other, with a call among them.
    private static func circles(_ edges: [CircleGraph.Edge], _ flow: CheckedFlow) -> [[CircleGraph.Edge]] {
        let (graph, states) = graph(edges)
        var component = [Int](repeating: -1, count: states.count)
        var hasCall: [Bool] = []
        for members in graph.components() {
            for member in members { component[member] = hasCall.count }
            hasCall.append(graph.isCircular(members) && members.contains { flow.states[states[$0]].isCall })
        }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var result = [[CircleGraph.Edge]](repeating: [], count: hasCall.count)
        for edge in edges {
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            if component[from] == component[to], hasCall[component[from]] { result[component[from]].append(edge) }
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
        return edges.filter { edge in
            let usesUp = !edge.effects.usedUp.isSubset(of: sets)
            let countsDown = !edge.effects.countedDown.isSubset(of: resets)
            return !usesUp && !countsDown
        }
    }

    /// Adds a finding for the shortest circle through the first call; gives the edge that closes it.
    private static func report(
        _ edges: [CircleGraph.Edge], _ subject: CheckSubject, _ findings: inout [Diagnostic]
    ) -> CircleGraph.Edge? {
        let (graph, states) = graph(edges)
        guard let call = states.firstIndex(where: { subject.flow.states[$0].isCall }),
            let circle = graph.shortestCircle(through: call)?.map({ states[$0] })
        else { return nil }
        let steps = zip(circle, circle.dropFirst()).compactMap { from, to in
            edges.first { $0.from == from && $0.to == to && $0.effects.mark != nil }
                ?? edges.first { $0.from == from && $0.to == to }
        }
        guard let closing = steps.last(where: { $0.effects.mark != nil }) ?? steps.last else { return nil }
        let name = subject.flow.nodeName(states[call])
        let node = subject.flow.states[states[call]].node
        guard
            let range = closing.effects.mark.map({ subject.annotations.transitions[$0].range })
                ?? node.map({ subject.annotations.nodes[$0].range })
        else {
            return closing
        }
        findings.append(
            Diagnostic(
                .hammers, at: range, "this calls the service from '\(name)' again and again, without host or limit",
                notes: [Diagnostic.Note("the circle: \(subject.flow.path(circle))")],
                help: [
                    "set a limit, as in attempts=\"3\" then=\"…\"", "or put a step between, so that the host decides",
                ]))
        return closing
    }

    private static func isSame(_ edge: CircleGraph.Edge, _ closing: CircleGraph.Edge) -> Bool {
        guard let mark = closing.effects.mark else { return edge.from == closing.from && edge.to == closing.to }
        return edge.effects.mark == mark
    }
}

extension DiagnosticCode {
    /// A circle that calls the service without end.
    package static let hammers = DiagnosticCode(
        "hammers", .error, isAboutShape: true, summary: "A circle that calls the service needs the host or a limit.")
}
