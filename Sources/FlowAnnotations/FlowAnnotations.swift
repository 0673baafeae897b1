package import FlowDiagnostics
package import FlowModel

/// The knowledge that checks need beside the flow itself: where its parts stand, and what its author and its service say of
/// them. All numbers are those of the flow.
package struct FlowAnnotations: Sendable {
    /// By node of the flow: its place.
    package var nodes: [NodePlace]
    /// By transition as written: its place.
    package var transitions: [TransitionPlace]
    /// By number of a show: its place.
    package var shows: [ShowPlace]
    /// By state: its needs, its request and its limit of time. A state without any of these has no entry.
    package var states: [StateID: StateFacts]
    /// By counter: how it limits, and where it is tested. A counter without either has no entry.
    package var counters: [CounterID: CounterFacts]
    /// Where guards decide, and what they leave open.
    package var branching: Branching
    /// The author's statements about the flow.
    package var statements: AuthorStatements
    /// Where the rounds stand, if the flow has some.
    package var rounds: RoundNotes?
    /// Facts from the service description.
    package var service: ServiceFacts
    /// By slot with the end of a deadline: the place of its limit.
    package var deadlines: [SlotID: SourceRange]

    /// Annotations; without arguments, those of a flow of which nothing is known.
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

    /// The requests with their states, in the order of the states.
    package var requests: [(state: StateID, note: RequestNote)] {
        states.compactMap { state, facts in facts.request.map { (state, $0) } }.sorted { $0.state < $1.state }
    }
}

/// The place of a node.
package struct NodePlace: Sendable {
    /// The place of its identifier.
    package var range: SourceRange
    /// Whether it is written in the file that is compiled, not inherited or imported.
    package var isOwn: Bool

    /// A place of a node.
    package init(range: SourceRange, isOwn: Bool) {
        self.range = range
        self.isOwn = isOwn
    }
}

/// The place of a transition as written.
package struct TransitionPlace: Sendable {
    /// The place of its selector or target.
    package var range: SourceRange
    /// The transition in words: `on error="CodeMismatchException"` and the like.
    package var name: String

    /// A place of a transition.
    package init(range: SourceRange, name: String) {
        self.range = range
        self.name = name
    }
}
