package import FlowDiagnostics
package import FlowIR
import FlowTable

/// Describes paths through the graph, with one note for each edge.
package struct PathDescription {
    let flow: LoweredFlow
    let annotations: FlowAnnotations
    let graph: ReachabilityGraph
    private let table: PredicateTable
    private let theory: PredicateTheory

    package init(_ context: AnalysisContext, _ annotations: FlowAnnotations, _ graph: ReachabilityGraph) {
        flow = context.flow
        table = context.table
        theory = context.theory
        self.annotations = annotations
        self.graph = graph
    }

    /// The maximum number of notes for a path. A longer path is shortened in its middle.
    static let maxNotes = 14
    /// The number of notes before the shortened part.
    private static let notesBeforeGap = 7

    /// Returns numbered notes for the path from the root to a node, at most `maxNotes` of them.
    ///
    /// If `last` is not nil, the notes end with this edge, whose event the node rejects.
    package func notes(to node: GraphNodeID, then last: EdgeLabel? = nil) -> [Diagnostic.Note] {
        var edges = graph.path(to: node).filter { !isIdle($0.label) }.map { label, target in
            // Only the root has no origin, and no edge of the path leads to it.
            describe(label, from: graph.nodes[target].origin?.node ?? 0, to: graph.nodes[target].state)
        }
        if let last { edges.append(describe(last, from: node, to: nil)) }
        var notes = edges.enumerated().map { index, edge in
            Diagnostic.Note("\(index + 1). \(edge.text)", at: edge.range)
        }
        if notes.count > Self.maxNotes {
            let omitted = notes.count - Self.maxNotes + 1
            let gap = Self.notesBeforeGap..<Self.notesBeforeGap + omitted
            notes.replaceSubrange(gap, with: [Diagnostic.Note("… \(omitted) more")])
        }
        return notes
    }

    /// Returns the path from the root to a node as data.
    ///
    /// If `last` is not nil, the path ends with this edge, whose event the node rejects.
    package func steps(to node: GraphNodeID, then last: EdgeLabel?) -> [Counterexample.Step] {
        var result = graph.path(to: node).map { label, target in
            // Only the root has no origin, and no edge of the path leads to it.
            step(label, from: graph.nodes[graph.nodes[target].origin?.node ?? 0].state)
        }
        if let last { result.append(step(last, from: graph.nodes[node].state)) }
        return result
    }

    /// Returns an edge from a state as data.
    private func step(_ label: EdgeLabel, from state: StateID) -> Counterexample.Step {
        Counterexample.Step(
            state: state, event: label.event, decisions: conditions(label.decisions), marks: label.marks)
    }

    /// Returns literals as conditions. Omits literals that no guard can express.
    package func conditions(_ literals: [Literal]) -> [(condition: Condition, holds: Bool)] {
        literals.compactMap { literal in
            table.predicates[literal.predicate].condition.map { ($0, literal.holds) }
        }
    }

    /// Returns a description of an edge, and the location of its last transition or, without one, of a node.
    ///
    /// If `target` is nil, the state rejects the event.
    private func describe(
        _ label: EdgeLabel, from node: GraphNodeID, to target: StateID?
    ) -> (text: String, range: SourceRange?) {
        let origin = graph.nodes[node].state
        let data = theory.describe(label.decisions).joined(separator: " and ")
        let text = describeCause(label.event, origin, data) + describeResult(label, target, hasNoData: data.isEmpty)
        let range = label.marks.last.map { annotations.transitions[$0].range } ?? target.flatMap { nodeRange($0) }
        return (text, range ?? nodeRange(origin))
    }

    /// Returns whether an edge carries no information: the state continues in the only possible way.
    private func isIdle(_ label: EdgeLabel) -> Bool {
        label.event == nil && label.marks.isEmpty && label.decisions.isEmpty
    }

    /// Describes an event and the data with which it occurs, as in `the user answers at 'menu' when selection is OLD`.
    private func describeCause(_ event: EventID?, _ origin: StateID, _ data: String) -> String {
        guard !data.isEmpty else { return describe(event, in: origin) }
        return event == nil ? "at '\(flow.nodeName(origin))', \(data)" : "\(describe(event, in: origin)) when \(data)"
    }

    /// Describes what the flow does after the event, as in `; the flow asks at 'again'`. The text is empty if it does
    /// nothing.
    private func describeResult(_ label: EdgeLabel, _ target: StateID?, hasNoData: Bool) -> String {
        let isStart = label.event == .start
        let entry = target.map { describeEntry(of: $0, isFirst: isStart) }
        let actions = [label.isRestarted ? "restarts" : nil, entry].compactMap { $0 }
        guard !actions.isEmpty else { return "" }
        // The cause of a start, or of an edge without an event, already has the flow as its subject.
        let conjunction =
            if hasNoData && (isStart || label.event == nil) {
                " and "
            } else if isStart {
                ", and "
            } else {
                "; the flow "
            }
        return conjunction + actions.joined(separator: " and ")
    }

    /// Describes what the flow does when it enters a state, as in `calls handler 'keys.make'`.
    private func describeEntry(of target: StateID, isFirst: Bool) -> String {
        let node = flow.nodeName(target)
        return switch flow.states[target].kind {
        case .present: "asks\(isFirst ? " the user" : "") at '\(node)'"
        case .call: "sends '\(annotations.states[target]?.request?.subject ?? node)'"
        case .handler(let use): "calls handler '\(use.handler)'"
        case .choice: "goes to '\(node)'"
        case .end: "ends at '\(node)'"
        }
    }

    /// Returns the location of a state's node. Returns nil if the state belongs to no node.
    private func nodeRange(_ state: StateID) -> SourceRange? {
        flow.states[state].node.map { annotations.nodes[$0].range }
    }

    /// Describes an event in a state, as in `handler 'keys.make' finishes`.
    private func describe(_ event: EventID?, in origin: StateID) -> String {
        let node = flow.nodeName(origin)
        guard let event else { return "the flow leaves '\(node)'" }
        let request = annotations.states[origin]?.request?.subject ?? node
        switch event.builtin {
        case .start: return "the flow starts"
        case .submit: return "the user answers at '\(node)'"
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
        case nil: return describe(flow.events[event.ownIndex], in: origin, request)
        }
    }

    /// Describes an event that is not built in, as in `the user gives the command 'resend'`.
    private func describe(_ event: Event, in origin: StateID, _ request: String) -> String {
        switch event.kind {
        case .command: "the user gives the command '\(event.name)'"
        case .deadline: "the deadline around '\(flow.nodeName(origin))' expires"
        case .challenge: "the service replies to '\(request)' with '\(event.name)'"
        case .error: "'\(request)' fails with '\(event.name)'"
        case .failure: "handler '\(handlerName(origin))' fails with '\(event.name)'"
        }
    }

    /// Returns whether a state handles an event of a kind by name. Any other event is then "another" of this kind.
    private func isNamed(_ kind: EventKind, _ state: StateID) -> Bool {
        flow.states[state].transitions.events.contains { event in
            flow.ownEvent(event)?.kind == kind
        }
    }

    /// Returns the name of the handler that a state calls, or the node of any other state.
    private func handlerName(_ state: StateID) -> String {
        if case .handler(let use) = flow.states[state].kind { use.handler.text } else { flow.nodeName(state) }
    }
}
