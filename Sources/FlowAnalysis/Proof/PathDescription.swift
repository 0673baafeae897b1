package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel
import FlowTable

/// Describes a path through the graph: one note for each edge, located at the transition taken.
package struct PathDescription {
    let flow: CheckedFlow
    let annotations: FlowAnnotations
    let graph: ReachabilityGraph
    private let table: PredicateTable
    private let theory: PredicateTheory

    /// Describes paths of a graph.
    package init(_ context: AnalysisContext, _ annotations: FlowAnnotations, _ graph: ReachabilityGraph) {
        flow = context.flow
        table = context.table
        theory = context.theory
        self.annotations = annotations
        self.graph = graph
    }

    /// The maximum number of edges shown; a longer path is shortened in its middle.
    static let maxSteps = 14

    /// Returns notes for the path from the root to a node, and for a last edge.
    package func notes(to node: Int, then last: EdgeLabel? = nil, saying end: String? = nil) -> [Diagnostic.Note] {
        var steps = graph.path(to: node).filter { !isIdle($0.label) }.map { label, target in
            step(label, from: graph.nodes[target].origin?.node ?? 0, to: graph.nodes[target].state)
        }
        if let last { steps.append(step(last, from: node, to: nil)) }
        var notes = steps.enumerated().map { index, step in Diagnostic.Note("\(index + 1). \(step.0)", at: step.1) }
        if notes.count > Self.maxSteps {
            let left = notes.count - Self.maxSteps + 1
            notes.replaceSubrange(7..<7 + left, with: [Diagnostic.Note("… \(left) more")])
        }
        if let end { notes.append(Diagnostic.Note(end)) }
        return notes
    }

    /// Returns the same path as data.
    package func steps(to node: Int, then last: EdgeLabel?) -> [Counterexample.Step] {
        var result = graph.path(to: node).map { label, target in
            step(label, graph.nodes[graph.nodes[target].origin?.node ?? 0].state)
        }
        if let last { result.append(step(last, graph.nodes[node].state)) }
        return result
    }

    private func step(_ label: EdgeLabel, _ state: StateID) -> Counterexample.Step {
        Counterexample.Step(
            state: state, event: label.event, decisions: conditions(label.decisions), marks: label.marks)
    }

    /// Returns literals as conditions.
    package func conditions(_ literals: [Literal]) -> [(condition: Condition, holds: Bool)] {
        literals.compactMap { literal in
            table.predicates[Int(literal.predicate)].condition.map { ($0, literal.holds) }
        }
    }

    private func step(_ label: EdgeLabel, from number: Int, to target: StateID?) -> (String, SourceRange?) {
        let origin = graph.nodes[number].state
        let data = theory.words(label.decisions)
        var text = words(label.event, origin)
        if !data.isEmpty { text += " when " + data.joined(separator: " and ") }
        if label.isRestarted { text += ", all but what is kept is forgotten" }
        if let target { text += ": " + words(target) }
        let range = label.marks.last.map { annotations.transitions[$0].range } ?? target.flatMap { nodeRange($0) }
        return (text, range ?? nodeRange(origin))
    }

    /// Whether an edge carries no information: the state continues in the only possible way.
    private func isIdle(_ label: EdgeLabel) -> Bool {
        label.event == nil && label.marks.isEmpty && label.decisions.isEmpty
    }

    private func words(_ target: StateID) -> String {
        let node = flow.nodeName(target)
        return switch flow.states[target].kind {
        case .present: "the host is asked at '\(node)'"
        case .call: "'\(annotations.states[target]?.request?.subject ?? node)' is sent"
        case .handler(let use): "handler '\(use.handler)' works"
        case .choice: "on to '\(node)'"
        case .end: "the flow ends with '\(node)'"
        }
    }

    private func nodeRange(_ state: StateID) -> SourceRange? {
        flow.states[state].node.map { annotations.nodes[$0].range }
    }

    private func words(_ event: EventID?, _ origin: StateID) -> String {
        let node = flow.nodeName(origin)
        guard let event else { return "'\(node)' goes on" }
        let request = annotations.states[origin]?.request?.subject ?? node
        switch BuiltinEvent(rawValue: event) {
        case .start: return "a sign-in starts"
        case .submit: return "the host answers '\(node)'"
        case .cancel: return "the host cancels"
        case .back: return "the host goes back"
        case .timeout: return "the time of '\(node)' is over"
        case .handled: return "handler '\(handlerName(origin))' is done"
        case .success: return "'\(request)' succeeds"
        case .invalid: return "the reply to '\(request)' is invalid"
        case .otherChallenge:
            return "'\(request)' is answered with \(isNamed(.challenge, origin) ? "another" : "a") challenge"
        case .otherError: return "'\(request)' fails with \(isNamed(.error, origin) ? "another" : "an") error"
        case .otherFailure:
            return "handler '\(handlerName(origin))' fails\(isNamed(.failure, origin) ? " otherwise" : "")"
        case nil: return words(flow.events[event - CheckedFlow.firstOwnEvent], origin, request)
        }
    }

    private func words(_ event: Event, _ origin: StateID, _ request: String) -> String {
        switch event.kind {
        case .command: "the host says '\(event.name)'"
        case .deadline: "the deadline that '\(flow.nodeName(origin))' is in is over"
        case .challenge: "'\(request)' is answered with '\(event.name)'"
        case .error: "'\(request)' fails with '\(event.name)'"
        case .failure: "handler '\(handlerName(origin))' fails with '\(event.name)'"
        }
    }

    /// Whether a state names some events of a kind, so that "all others" are others.
    private func isNamed(_ kind: EventKind, _ state: StateID) -> Bool {
        flow.states[state].transitions.keys.contains { event in
            event >= CheckedFlow.firstOwnEvent && flow.events[event - CheckedFlow.firstOwnEvent].kind == kind
        }
    }

    private func handlerName(_ state: StateID) -> String {
        if case .handler(let use) = flow.states[state].kind { use.handler } else { flow.nodeName(state) }
    }
}
