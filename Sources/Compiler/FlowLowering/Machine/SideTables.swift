import FlowDiagnostics
import FlowIR

/// Facts about a flow that lowering collects for the checks and that are not part of the machine.
struct SideTables: Sendable {
    /// The facts about each state, by the number of its draft.
    var states: [StateID: StateFacts] = [:]
    var branching = Branching()
    /// The facts about each counter of attempts that is a node's own, without its tests.
    var counters: [CounterID: CounterFacts] = [:]
    /// The replies that transitions of the compiled file name.
    var namedReplies: [NamedReply] = []
    /// The handlers that the flow or a sub-flow uses.
    var usedHandlers: Set<Symbol> = []
    /// The uses of handlers in the machine, by their numbers.
    var handlerUses: [Int: WorkDeclaration] = [:]
    /// The events that transitions of the flow or a sub-flow name in `event`.
    var mentionedEvents: Set<Symbol> = []
    /// The error types that statements of the flow or a sub-flow raise.
    var raisedErrors: Set<Symbol> = []
    /// The selections that states test.
    var selections: Set<NodeSelection> = []
    /// Whether some state takes each transition, by its number.
    var taken: [Bool]
    /// Whether each transition matches an event of some state, by its number.
    ///
    /// A transition matches even if a nearer one is always taken instead.
    var considered: [Bool]
    /// Whether each transition has no target, and no outer scope has one for an event of some state, by its number.
    var leadsNowhere: [Bool]
    var findings: [Diagnostic] = []
    /// The positions of names in `namedReplies`, by the place of the name.
    private var positions: [SourceRange: Int] = [:]

    /// Creates empty tables for `transitions` transitions, of which none is taken or considered yet.
    init(transitions: Int) {
        taken = Array(repeating: false, count: transitions)
        considered = taken
        leadsNowhere = taken
    }

    /// Records that a state takes a transition, or that it cannot, because no scope has a target for the event.
    mutating func record(_ transition: TransitionDeclaration, isTaken: Bool) {
        if isTaken { taken[transition.number] = true } else { leadsNowhere[transition.number] = true }
    }

    /// Records that no transition handles an event at a node, with the help for the finding.
    mutating func recordDrop(of event: String, at context: LoweringContext, help: String) {
        branching.drops.append(Drop(event: event, node: context.name, range: context.node.id.range, help: help))
    }

    /// Reports, once for all uses, that the last attempt at a node leads back to the node.
    mutating func reportEndlessAttempts(leadingTo then: Name, at context: LoweringContext) {
        guard !findings.contains(where: { $0.code == .endlessAttempts && $0.range == then.range }) else { return }
        findings.append(
            Diagnostic(
                .endlessAttempts, at: then.range, "the last attempt at '\(context.name)' leads back to it",
                help: ["name an end in 'then', or a node that asks for something else"]))
    }

    /// Reports, once for all uses, that the failures of handlers lead to too many further handlers.
    mutating func reportTooManyHandlers(at work: WorkDeclaration, _ context: LoweringContext) {
        guard !findings.contains(where: { $0.code == .tooManyTransitions && $0.range == work.range }) else { return }
        findings.append(
            Diagnostic(
                .tooManyTransitions, at: work.range,
                "failures at '\(context.name)' lead through more than \(MachineBuilder.maxWorkDepth) handlers in a row",
                help: ["route one of the failures to another node, and call the next handler from that node"]))
    }

    /// Reports a transition without a target that too many instructions would follow.
    mutating func reportTooManyPaths(
        after transition: TransitionDeclaration, _ event: String, at context: LoweringContext
    ) {
        findings.append(
            Diagnostic(
                .tooManyTransitions, at: transition.selector.range,
                "the transitions for '\(event)' at '\(context.name)' have too many paths",
                help: ["use fewer transitions without a target, or one transition to a choice, and branch there"]))
    }

    /// Records that a transition of the compiled file names a reply, and whether a request in its scope can receive it.
    mutating func recordNamedReply(_ reply: String, at range: SourceRange, isPossible: Bool) {
        if let known = positions[range] {
            if isPossible { namedReplies[known].isPossible = true }
            return
        }
        positions[range] = namedReplies.count
        namedReplies.append(NamedReply(text: reply, range: range, isPossible: isPossible))
    }
}

/// An `on select` at one of the nodes in its scope.
struct NodeSelection: Hashable, Sendable {
    /// The document of the flow that the node belongs to.
    let document: Int?
    /// The index of the node in its composition.
    let node: Int
    let transition: Int
}
