package import FlowDiagnostics
package import FlowModel

/// What checks need to know besides the flow itself.
///
/// The annotations contain the source positions of the flow's parts, and what the author and the service description
/// state about them. They use the numbers of the flow.
package struct FlowAnnotations: Sendable {
    /// By node of the flow: its place.
    package var nodes: [NodePlace]
    /// By transition in the source: its place.
    package var transitions: [TransitionPlace]
    /// By the number in ``Show/place``: the place of the show.
    package var shows: [ShowPlace]
    /// By state: its needs, its request and its time limit. A state without any of these has no entry.
    package var states: [StateID: StateFacts]
    /// By counter: the attribute that added it, and where it is tested. A counter without either has no entry.
    package var counters: [CounterID: CounterFacts]
    /// Where the flow branches on guards, and which events it does not handle.
    package var branching: Branching
    /// The author's statements about the flow.
    package var statements: AuthorStatements
    /// The places of the rounds, or nil if the flow has none.
    package var rounds: RoundNotes?
    /// Facts from the service description.
    package var service: ServiceFacts
    /// By slot that holds the end of a deadline: the source range of the deadline's limit.
    package var deadlines: [SlotID: SourceRange]

    /// Creates the annotations of a flow. By default, there are none.
    package init(
        nodes: [NodePlace] = [], transitions: [TransitionPlace] = [], shows: [ShowPlace] = [],
        states: [StateID: StateFacts] = [:],
        counters: [CounterID: CounterFacts] = [:], branching: Branching = Branching(),
        statements: AuthorStatements = AuthorStatements(), rounds: RoundNotes? = nil,
        service: ServiceFacts = ServiceFacts(), deadlines: [SlotID: SourceRange] = [:]
    ) {
        self.nodes = nodes
        self.transitions = transitions
        self.shows = shows
        self.states = states
        self.counters = counters
        self.branching = branching
        self.statements = statements
        self.rounds = rounds
        self.service = service
        self.deadlines = deadlines
    }

    /// The requests and their states, in the order of the states.
    package var requests: [(state: StateID, note: RequestNote)] {
        states.compactMap { state, facts in facts.request.map { (state, $0) } }.sorted { $0.state < $1.state }
    }
}

/// The place of a node.
package struct NodePlace: Sendable {
    /// The source range of the node's identifier.
    package var range: SourceRange
    /// Whether the node is in the compiled file, rather than inherited or imported.
    package var isOwn: Bool

    /// Creates the place of a node.
    package init(range: SourceRange, isOwn: Bool) {
        self.range = range
        self.isOwn = isOwn
    }
}

/// The place of a transition.
package struct TransitionPlace: Sendable {
    /// The source range of the transition's selector or target.
    package var range: SourceRange
    /// The transition's name in messages, such as `on error="CodeMismatchException"`.
    package var name: String

    /// Creates the place of a transition.
    package init(range: SourceRange, name: String) {
        self.range = range
        self.name = name
    }
}
