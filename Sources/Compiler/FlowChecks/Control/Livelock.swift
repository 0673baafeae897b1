import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects cycles that wait neither for the host nor for the service.
///
/// A cycle of choices is rejected, whatever their guards. A cycle of handlers, or of steps whose timeout is too short,
/// is accepted if it has a bound. The expiry of a deadline must not lead to a step inside it, unless the deadline begins
/// anew or a step outside it waits on the way.
///
/// ```xml
/// <choice id="a"><go to="b" when="present code"/><otherwise to="done"/></choice>
/// <choice id="b"><otherwise to="a"/></choice>
/// ```
enum Livelock: StaticCheck {
    static let codes: [DiagnosticCode] = [.livelock]

    /// Adds a finding for each endless cycle that does not call the service. Also checks where the expiry of each
    /// deadline leads.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        checkChoices(subject, &findings)
        checkDeadlines(subject, &findings)
        for cycle in subject.endlessCycles where !cycle.callsService {
            findings += cycle.findings(.livelock, subject) { "'\($0)' can loop endlessly without waiting for the user" }
        }
    }

    /// Adds a finding for each deadline whose expiry leads to a step inside it, where it would expire again at once.
    private static func checkDeadlines(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let flow = subject.flow
        for (slot, range) in subject.annotations.deadlines.sorted(by: { $0.key < $1.key }) {
            guard let node = nodeEntered(onExpiryOf: slot, flow) else { continue }
            findings.append(
                Diagnostic(
                    .livelock, at: range,
                    "this deadline leads to '\(flow.nodes[node].id)', where the same deadline has already expired",
                    help: ["let the deadline lead to a node outside its scope, such as an end"]))
        }
    }

    /// Returns a node inside a deadline that a run enters when the deadline expires. Returns nil if no run does.
    private static func nodeEntered(onExpiryOf deadline: SlotID, _ flow: LoweredFlow) -> NodeID? {
        let event = Event(kind: .deadline, name: ByteString(flow.slots[deadline].name))
        let index = flow.events.firstIndex(of: event)
        guard let expiry = index.map(EventID.init(own:)) else { return nil }
        // By state: whether it is a step inside the deadline.
        let isInside = flow.states.mapValues { state in
            if case .present(let presentation) = state.kind { presentation.deadlines.contains(deadline) } else { false }
        }
        let stepsInside = flow.states.indices.filter { isInside[$0] }
        // If the last step is outside the deadline, a jump to it leads to no node inside.
        let targets = stepsInside.flatMap { step in
            flow.states[step].transitions[expiry]?.targets(lastStepAmong: isInside) ?? []
        }
        return nodeEntered(from: targets, inside: isInside, of: deadline, flow)
    }

    /// Returns a node inside a deadline that a run can enter from some states before it waits at a step outside the
    /// deadline or begins the deadline anew.
    ///
    /// `isInside` is true for each state that is a step inside the deadline. Returns nil if no run enters such a node.
    private static func nodeEntered(
        from states: [StateID], inside isInside: Table<State, Bool>, of deadline: SlotID, _ flow: LoweredFlow
    ) -> NodeID? {
        var waiting = states
        var visited: Set<StateID> = []
        while let state = waiting.popLast() {
            guard visited.insert(state).inserted else { continue }
            if isInside[state], let node = flow.states[state].node { return node }
            // A run waits at a step outside the deadline, and stops at an end.
            guard !flow.states[state].isPresent, !flow.states[state].isEnd,
                !flow.states[state].begunDeadlines.contains(where: { $0.slot == deadline })
            else { continue }
            waiting += flow.states[state].blocks.flatMap { $0.targets(lastStepAmong: isInside) }
        }
        return nil
    }

    /// Returns the control flow graph with only the edges between choices.
    private static func graphOfChoices(_ subject: CheckSubject) -> Digraph<State> {
        let states = subject.flow.states
        var edges: [Digraph<State>.Edge] = []
        for state in states.indices where states[state].isChoice {
            for target in subject.analyses.graph.successors(of: state) where states[target].isChoice {
                edges.append((state, target))
            }
        }
        return Digraph(count: states.count, edges: edges)
    }

    /// Adds a finding for each group of choices that can lead to each other in a cycle.
    private static func checkChoices(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let graph = graphOfChoices(subject)
        for component in graph.stronglyConnectedComponents() where graph.isCyclic(component) {
            guard let state = component.min(), let cycle = graph.shortestCycle(through: state),
                let node = component.sorted().lazy.compactMap({ subject.flow.states[$0].node }).first
            else { continue }
            findings.append(
                Diagnostic(
                    .livelock, at: subject.annotations.nodes[node].range,
                    "'\(subject.flow.nodes[node].id)' leads back to itself without waiting for the user or the service",
                    notes: [Diagnostic.Note("the loop: \(subject.flow.describePath(through: cycle))")],
                    help: ["add a step to the loop, or a call with a limit of attempts"]))
        }
    }
}

extension Block {
    /// Returns the targets of the block's jumps. A jump to the last step can lead to every step in `isStep`.
    fileprivate func targets(lastStepAmong isStep: Table<State, Bool>) -> [StateID] {
        var result: [StateID] = []
        forEachExit { exit in
            switch exit {
            case .state(let state): result.append(state)
            case .lastStep(let otherwise): result += [otherwise] + isStep.indices.filter { isStep[$0] }
            case .refusal: break
            }
        }
        return result
    }
}

extension DiagnosticCode {
    /// A cycle without waiting.
    package static let livelock = DiagnosticCode(
        "livelock", .error, summary: "A loop must wait for the user or the service.")
}
