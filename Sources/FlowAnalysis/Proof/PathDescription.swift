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
        let data = theory.describe(label.decisions).joined(separator: " and ")
        let text = cause(label.event, origin, data) + result(label, target, isBare: data.isEmpty)
        let range = label.marks.last.map { annotations.transitions[$0].range } ?? target.flatMap { nodeRange($0) }
        return (text, range ?? nodeRange(origin))
    }

    /// Whether an edge carries no information: the state continues in the only possible way.
    private func isIdle(_ label: EdgeLabel) -> Bool {
        label.event == nil && label.marks.isEmpty && label.decisions.isEmpty
    }

    /// Describes the event and the data of a step: `the user answers 'menu' when selection is OLD`.
    private func cause(_ event: EventID?, _ origin: StateID, _ data: String) -> String {
        guard !data.isEmpty else { return words(event, origin) }
        return event == nil ? "at '\(flow.nodeName(origin))', \(data)" : "\(words(event, origin)) when \(data)"
    }

    /// Describes what the flow then does: `; the flow asks at 'again'`.
    private func result(_ label: EdgeLabel, _ target: StateID?, isBare: Bool) -> String {
        let isStart = label.event == BuiltinEvent.start.rawValue
        let acts = [label.isRestarted ? "restarts" : nil, target.map { words($0, isFirst: isStart) }].compactMap { $0 }
        guard !acts.isEmpty else { return "" }
        let joint = isBare && (isStart || label.event == nil) ? " and " : isStart ? ", and " : "; the flow "
        return joint + acts.joined(separator: " and ")
    }

    private func words(_ target: StateID, isFirst: Bool) -> String {
        let node = flow.nodeName(target)
        return switch flow.states[target].kind {
        case .present: "asks\(isFirst ? " the user" : "") at '\(node)'"
        case .call: "sends '\(annotations.states[target]?.request?.subject ?? node)'"
        case .handler(let use): "calls handler '\(use.handler)'"
        case .choice: "goes to '\(node)'"
        case .end: "ends at '\(node)'"
        }
    }

    private func nodeRange(_ state: StateID) -> SourceRange? {
        flow.states[state].node.map { annotations.nodes[$0].range }
    }

    private func words(_ event: EventID?, _ origin: StateID) -> String {
        let node = flow.nodeName(origin)
        guard let event else { return "the flow leaves '\(node)'" }
        let request = annotations.states[origin]?.request?.subject ?? node
        switch BuiltinEvent(rawValue: event) {
        case .start: return "the flow starts"
        case .submit: return "the user answers '\(node)'"
        case .cancel: return "the user cancels"
        case .back: return "the user goes back"
        case .timeout: return "'\(node)' times out"
        case .handled: return "handler '\(handlerName(origin))' finishes"
        case .success: return "'\(request)' succeeds"
        case .invalid: return "the reply to '\(request)' is invalid"
        case .otherChallenge:
            return "the service replies to '\(request)' with \(isNamed(.challenge, origin) ? "another" : "a") challenge"
        case .otherError: return "'\(request)' fails with \(isNamed(.error, origin) ? "another" : "an") error"
        case .otherFailure:
            return "handler '\(handlerName(origin))' fails\(isNamed(.failure, origin) ? " with another failure" : "")"
        case nil: return words(flow.events[event - CheckedFlow.firstOwnEvent], origin, request)
        }
    }

    private func words(_ event: Event, _ origin: StateID, _ request: String) -> String {
        switch event.kind {
        case .command: "the user gives the command '\(event.name)'"
        case .deadline: "the deadline around '\(flow.nodeName(origin))' expires"
        case .challenge: "the service replies to '\(request)' with '\(event.name)'"
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
