import FlowAnalysis
package import FlowDiagnostics
package import FlowIR
import FlowTable

/// Rejects steps that do not accept an event which the flow asserts to be always possible.
///
/// Also warns of steps at which the host cannot cancel.
///
/// ```xml
/// <always event="resend"/>
/// ```
package enum AlwaysPossible: ProofCheck {
    package static let codes: [DiagnosticCode] = [.alwaysViolated, .noCancel]

    /// Adds a finding for each violated assertion. Unless the flow asserts `cancel`, also adds one warning if the host
    /// cannot cancel at some step.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var isCancelAsserted = false
        for case .always(let name, let range, let use) in proof.annotations.statements.assertions {
            // An assertion in a sub-flow covers only the steps of one use.
            if name == "cancel", use == nil { isCancelAsserted = true }
            let eventGaps = gaps(for: name, proof, use?.nodes)
            // A finding needs a node of the graph, to which its counterexample leads.
            guard let gap = eventGaps.first(where: { $0.graphNode != nil }), let graphNode = gap.graphNode else {
                continue
            }
            proof.add(
                .alwaysViolated, at: range, "'\(gap.name)' \(gap.reason.verb) '\(name)'", node: graphNode,
                then: gap.label, use: use, help: [gap.reason.help(for: name)], to: &findings)
        }
        if !isCancelAsserted { warnOfStepsWithoutCancel(proof, &findings) }
    }

    /// The maximum number of steps that the warning names.
    private static let maxNamedSteps = 4

    /// Adds one warning for all steps at which the host cannot cancel, if there are any.
    ///
    /// Omits stuck steps, which have findings of their own.
    private static func warnOfStepsWithoutCancel(_ proof: Proof, _ findings: inout ProofFindings) {
        // A stuck step needs the same repair and was already reported.
        let stuck = Set(findings.findings.filter { $0.code == .stuckStep }.map(\.range))
        let cancelGaps = gaps(for: "cancel", proof).filter { !stuck.contains($0.range) }
        guard let first = cancelGaps.first else { return }
        addAlarms(for: cancelGaps, &findings)
        let named = cancelGaps.prefix(maxNamedSteps)
        let others = named.dropFirst().map {
            Diagnostic.Note("\($0.cancelFault) either", at: $0.range)
        }
        let omitted = cancelGaps.count - named.count
        let rest = omitted > 0 ? [Diagnostic.Note("… and \(counted(omitted, "more step"))")] : []
        findings.add(
            Diagnostic(
                .noCancel, at: first.range, first.cancelFault, notes: others + rest,
                help: ["add <on event=\"cancel\" to=\"…\"/>, preferably to the flow"]))
    }

    /// Adds an alarm for each step that rejects `cancel` for some data.
    ///
    /// A step without a transition for `cancel` needs none, because no proof can show that it accepts the event.
    private static func addAlarms(for cancelGaps: [Gap], _ findings: inout ProofFindings) {
        for gap in cancelGaps {
            guard let label = gap.label, let graphNode = gap.graphNode else { continue }
            let predicates = Set(label.decisions.map(\.predicate))
            findings.alarms.append(
                Alarm(
                    code: .noCancel, range: gap.range, node: graphNode, rejectedEvent: label.event,
                    predicates: predicates))
        }
    }

    /// A step that does not accept an event.
    private struct Gap {
        let name: String
        let range: SourceRange
        /// The node of the graph at which the event is not accepted, or nil if the graph has none.
        let graphNode: GraphNodeID?
        let reason: Reason
        /// The path that rejects the event, or nil if there is none.
        var label: EdgeLabel? {
            if case .rejected(let label) = reason { label } else { nil }
        }
        /// What the warning says about a step that does not accept `cancel`.
        var cancelFault: String {
            // A step with a rejecting path can accept the event with other data.
            label == nil ? "the user cannot cancel at '\(name)'" : "the user cannot always cancel at '\(name)'"
        }
    }

    /// Why a step does not accept an event.
    private enum Reason {
        /// The step has no transition for it.
        case unhandled
        /// The flow rejects it for some data.
        case rejected(EdgeLabel)
        /// No answer fits all constraints and offers of the step's asks.
        case unanswerable

        /// The verb between the step and the event in the message.
        var verb: String {
            switch self {
            case .unhandled: "does not handle"
            case .rejected: "can refuse"
            case .unanswerable: "accepts no answer with"
            }
        }

        /// Returns what the author can do, so that the step accepts the event.
        func help(for event: ByteString) -> String {
            switch self {
            case .unhandled: "add <on event=\"\(event)\" …/> to this step, to a group around it, or to the flow"
            case .rejected:
                // The flow also refuses an answer if an offered list has no word that the ask accepts.
                "let the step handle this event without a guard and without 'refuse'"
                    + (event == "submit" ? ", and let each offered list contain an accepted word" : "")
            case .unanswerable: "change the asks of the step so that each of them accepts an answer"
            }
        }
    }

    /// Returns the steps that do not accept the event called `name`: at most one for each node, in the flow's order.
    ///
    /// If `nodes` is not nil, considers only these nodes.
    private static func gaps(for name: ByteString, _ proof: Proof, _ nodes: ClosedRange<NodeID>? = nil) -> [Gap] {
        let event = hostEvent(named: name, proof.flow)
        let unhandled = statesWithoutTransition(for: event, proof)
        let rejected = firstRejections(of: event, proof, except: unhandled)
        let unanswerable = event == .submit ? stepsWithoutAnswer(proof) : [:]
        let firstNodeOfState = firstNodes(proof)
        let candidates = nodes.map(Array.init) ?? Array(proof.flow.nodes.indices)
        return candidates.compactMap { node in
            if let state = unhandled[node] { return gap(at: node, firstNodeOfState[state], .unhandled, proof) }
            if let rejection = rejected[node] {
                return gap(at: node, rejection.graphNode, .rejected(rejection.label), proof)
            }
            return unanswerable[node].map { gap(at: node, $0, .unanswerable, proof) }
        }
    }

    /// Creates the gap at a node of the flow, which the graph reaches at `graphNode`.
    private static func gap(
        at node: NodeID, _ graphNode: GraphNodeID?, _ reason: Reason, _ proof: Proof
    ) -> Gap {
        Gap(
            name: proof.flow.nodes[node].id, range: proof.annotations.nodes[node].range, graphNode: graphNode,
            reason: reason)
    }

    /// Returns, by node of the flow, the first node of the graph at which no answer is possible.
    ///
    /// The graph over-approximates the possible answers, so none is possible at a node without an edge for `submit`.
    /// Skips nodes without any edge, which the analysis may not have expanded, and states whose paths were truncated.
    private static func stepsWithoutAnswer(_ proof: Proof) -> [NodeID: GraphNodeID] {
        let flow = proof.flow
        var answered: Set<GraphNodeID> = Set(proof.graph.edges.lazy.filter { $0.event == .submit }.map(\.from))
        // A rejected answer is possible, and is reported as a rejection.
        answered.formUnion(proof.graph.hostRejections.lazy.filter { $0.label.event == .submit }.map(\.node))
        let expanded = Set(proof.graph.edges.lazy.map(\.from))
        var result: [NodeID: GraphNodeID] = [:]
        for graphNode in proof.graph.current where expanded.contains(graphNode) && !answered.contains(graphNode) {
            let state = proof.graph.nodes[graphNode].state
            let acceptsSubmit = flow.states[state].isPresent && flow.states[state].transitions[.submit] != nil
            let isTruncated = proof.graph.truncatedStates.contains(state)
            guard acceptsSubmit, !isTruncated, let flowNode = flow.states[state].node else { continue }
            result[flowNode] = min(result[flowNode] ?? graphNode, graphNode)
        }
        return result
    }

    /// Returns, by node of the flow, its first reachable step without a transition for an event, or nil.
    ///
    /// If `event` is nil, the flow has no such event, and no step has a transition for it.
    private static func statesWithoutTransition(for event: EventID?, _ proof: Proof) -> Table<Node, StateID?> {
        let flow = proof.flow
        var result = Table<Node, StateID?>(repeating: nil, count: flow.nodes.count)
        for state in proof.graph.entered where flow.states[state].isPresent {
            guard let node = flow.states[state].node,
                event.map({ flow.states[state].transitions[$0] == nil }) ?? true
            else { continue }
            result[node] = min(result[node] ?? state, state)
        }
        return result
    }

    /// Returns, by node of the flow, the first rejection of an event at one of its steps.
    ///
    /// Omits nodes with an entry in `unhandled`.
    private static func firstRejections(
        of event: EventID?, _ proof: Proof, except unhandled: Table<Node, StateID?>
    ) -> [NodeID: (graphNode: GraphNodeID, label: EdgeLabel)] {
        let flow = proof.flow
        var result: [NodeID: (graphNode: GraphNodeID, label: EdgeLabel)] = [:]
        for (graphNode, label) in proof.graph.hostRejections where label.event == event {
            let state = proof.graph.nodes[graphNode].state
            guard flow.states[state].isPresent, let node = flow.states[state].node, unhandled[node] == nil else {
                continue
            }
            if result[node] == nil { result[node] = (graphNode, label) }
        }
        return result
    }

    /// Returns, by state, its first node in the graph, or nil for a state that the graph does not reach.
    private static func firstNodes(_ proof: Proof) -> Table<State, GraphNodeID?> {
        var result = Table<State, GraphNodeID?>(repeating: nil, count: proof.flow.states.count)
        for graphNode in proof.graph.current {
            let state = proof.graph.nodes[graphNode].state
            if result[state] == nil { result[state] = graphNode }
        }
        return result
    }

    /// By name: the host events that every flow has.
    private static let hostEvents: [ByteString: EventID] = [
        "start": .start, "submit": .submit, "cancel": .cancel, "back": .back, "timeout": .timeout,
    ]

    /// Returns the host event with a name. Returns nil if the flow has no such event.
    package static func hostEvent(named name: ByteString, _ flow: LoweredFlow) -> EventID? {
        if let builtin = hostEvents[name] { return builtin }
        return flow.events.firstIndex { $0.kind == .command && $0.name == name }.map(EventID.init(own:))
    }
}

extension DiagnosticCode {
    package static let alwaysViolated = DiagnosticCode(
        "always-violated", .error, isAboutShape: true,
        summary: "An event that the flow asserts with `always` must be possible at every step.")
    /// A step without a way to cancel.
    package static let noCancel = DiagnosticCode(
        "no-cancel", .warning, summary: "The app should be able to cancel at every step.")
}
