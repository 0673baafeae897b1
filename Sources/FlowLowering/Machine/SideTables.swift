import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Facts of a flow that the checks need and that the machine does not contain.
struct SideTables: Sendable {
    /// By state, under the numbers of the draft.
    var states: [StateID: StateFacts] = [:]
    var branching = Branching()
    var limits: [CounterID: CounterFacts.Limit] = [:]
    /// The answers of the service that transitions of the compiled file name.
    var namedReplies: [NamedReply] = []
    /// Handlers that something uses, here or in a sub-flow; and so with the events of the host and the errors behind them.
    var usedHandlers: Set<Symbol> = []
    /// The events of the host that transitions listen to.
    var mentionedEvents: Set<Symbol> = []
    /// The errors that statements raise.
    var raisedErrors: Set<Symbol> = []
    /// The selections that steps listen to.
    var selections: Set<NodeSelection> = []
    /// The transitions that some state can take, by the numbers of their declarations.
    var taken: [Bool]
    /// The transitions that some state looks at, by the numbers of their declarations: one with a nearer one before it is none that it takes.
    var heard: [Bool]
    /// Transitions that ask for what their nodes lack.
    var findings: [Diagnostic] = []
    /// By the place of a name: its position among the named replies.
    private var positions: [SourceRange: Int] = [:]

    /// Makes empty tables for a number of transitions.
    init(transitions: Int) {
        taken = Array(repeating: false, count: transitions)
        heard = taken
    }

    /// Nothing takes an event of a node.
    mutating func drop(_ event: String, at context: LoweringContext, help: String) {
        branching.drops.append(Drop(event: event, node: context.name, range: context.node.id.range, help: help))
    }

    /// The last of the attempts at a node leads to that node.
    mutating func reportEndless(_ then: Name, of context: LoweringContext) {
        guard !findings.contains(where: { $0.code == .endlessAttempts && $0.range == then.range }) else { return }
        findings.append(
            Diagnostic(
                .endlessAttempts, at: then.range, "the last attempt at '\(context.name)' leads back to it",
                help: ["lead to an end, or to a node that asks for something else"]))
    }

    /// The failures of handlers lead through too many handlers.
    mutating func reportDeepWork(_ work: WorkDeclaration, at context: LoweringContext) {
        guard !findings.contains(where: { $0.code == .tooManyTransitions && $0.range == work.range }) else { return }
        findings.append(
            Diagnostic(
                .tooManyTransitions, at: work.range,
                "failures at '\(context.name)' lead through more than \(MachineBuilder.maxDepth) handlers in a row",
                help: ["lead a failure to another node"]))
    }

    /// A transition of the compiled file names an answer of the service, which a request in its scope can be given or not.
    mutating func note(_ reply: String, at range: SourceRange, isPossible: Bool) {
        if let known = positions[range] {
            if isPossible { namedReplies[known].isPossible = true }
            return
        }
        positions[range] = namedReplies.count
        namedReplies.append(NamedReply(text: reply, range: range, isPossible: isPossible))
    }
}

/// A selection at one of the nodes in its scope.
struct NodeSelection: Hashable, Sendable {
    /// The document of the flow that the node belongs to.
    let document: Int?
    /// Index of the node in its composition.
    let node: Int
    /// The number of the transition.
    let transition: Int
}
