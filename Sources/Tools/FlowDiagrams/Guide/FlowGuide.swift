package import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTesting

/// What people who run a flow should know about the flow's states: texts of the source, attempts and possible replies.
///
/// States and counters have the same numbers as in the table.
package struct FlowGuide: Sendable {
    private let flow: LoweredFlow
    private let texts: SourceTexts
    /// By state: the possible replies to its request.
    private let replies: [StateID: [PossibleReply]]

    /// Creates the guide of a compiled flow; nil if the compilation has no flow.
    package init?(_ compilation: Compilation) {
        guard let flow = compilation.flow else { return nil }
        self.flow = flow
        texts = SourceTexts(compilation, flow)
        replies = Self.replies(flow, compilation)
    }

    /// Returns the first sentence that the source says about the node of a state; empty if it says nothing.
    package func about(state: Int) -> String {
        Self.firstSentence(of: flow.states[ifPresent: StateID(state)]?.node.flatMap { texts.nodes[$0] } ?? "")
    }

    /// Returns the first sentence that the source says about a command; empty if it says nothing.
    package func about(command: String) -> String { Self.firstSentence(of: texts.commands[command] ?? "") }

    /// Returns a text up to its first full stop. What follows is usually for authors of flows.
    private static func firstSentence(of text: String) -> String {
        text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text
    }

    /// Returns the pattern of an ask, or nil if it has none. If `state` is nil, the ask is an input of the flow.
    package func pattern(of ask: String, at state: Int?) -> String? {
        asks(at: state).first { $0.name.text == ask }?.pattern.flatMap { flow.patterns[ifPresent: $0]?.source }
    }

    /// Returns the limits of the attempts at answering a step; empty if the step itself shows the remaining number.
    package func attemptLimits(at state: Int) -> [AttemptLimit] {
        guard flow.states.indices.contains(StateID(state)) else { return [] }
        return AttemptSearch(flow, step: StateID(state)).limits
    }

    /// Returns the replies that the service can give to the request of a state, according to the service description.
    ///
    /// Successes come first, then challenges, then errors.
    package func replies(at state: Int) -> [PossibleReply] { replies[StateID(state)] ?? [] }

    /// Returns the possible replies to each request, by the state that sends it.
    private static func replies(_ flow: LoweredFlow, _ compilation: Compilation) -> [StateID: [PossibleReply]] {
        let finder = ReplyFinder(flow, SampleValues(flow), compilation)
        var result: [StateID: [PossibleReply]] = [:]
        for (id, state) in flow.states.indexed() {
            guard case .call(let request) = state.kind else { continue }
            let errors = finder.errors(of: id).map { PossibleReply(errorType: $0) }
            result[id] = finder.replies(of: id, to: request) + errors
        }
        return result
    }

    /// Returns the asks of a step, or the flow's inputs if `state` is nil.
    private func asks(at state: Int?) -> [Ask] {
        guard let state else { return flow.inputs }
        guard case .present(let step)? = flow.states[ifPresent: StateID(state)]?.kind else { return [] }
        return step.asks
    }
}

/// The `doc` elements of a flow's nodes and commands.
struct SourceTexts {
    /// By node: its `doc`, or else that of the node that it extends, or of the challenge that it answers.
    private(set) var nodes: [NodeID: String] = [:]
    /// By name of a command: its `doc`.
    private(set) var commands: [String: String] = [:]

    init(_ compilation: Compilation, _ flow: LoweredFlow) {
        let trees = compilation.graph.nodes.map(\.document.tree)
        var challenges: [String: String] = [:]
        for tree in trees {
            let isService = tree.name(of: tree.root) == .service
            for element in tree.allElements {
                guard let name = tree.text(.name, of: element) else { continue }
                switch tree.name(of: element) {
                case .challenge where isService: challenges[name] = tree.doc(of: element)
                // If a command is declared several times, the first text counts.
                case .command where commands[name, default: ""].isEmpty: commands[name] = tree.doc(of: element)
                default: continue
                }
            }
        }
        for (index, source) in zip(flow.nodes.indices, SourceReader(compilation).nodes(of: flow)) {
            let text = source.doc.isEmpty ? source.challenge.flatMap { challenges[$0] } ?? "" : source.doc
            if !text.isEmpty { nodes[index] = text }
        }
    }
}
