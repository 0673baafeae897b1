package import FlowDiagnostics

/// A flow with the source positions and statements that checks need.
package struct AnnotatedFlow: Sendable {
    package var flow: LoweredFlow
    /// The source positions of the flow's parts, and what the author and the service description state about them.
    package var annotations: FlowAnnotations

    /// Creates an annotated flow. The annotations must use the numbers of the flow.
    package init(flow: LoweredFlow, annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
    }
}

/// What checks need to know besides the flow itself.
///
/// The annotations contain the source positions of the flow's parts, and what the author and the service description
/// state about them. They use the numbers of the flow.
package struct FlowAnnotations: Sendable {
    /// By node of the flow: its place.
    package var nodes: Table<Node, NodePlace>
    /// By transition in the source: its place.
    package var transitions: Table<TransitionPlace, TransitionPlace>
    /// By the id in ``Show/place``: the place of the show.
    package var shows: Table<ShowPlace, ShowPlace>
    /// By state: its needs, its request and its time limit. A state without any of these has no entry.
    package var states: [StateID: StateFacts]
    /// By counter: the node whose attempts it counts, and where it is tested. A counter without either has no entry.
    package var counters: [CounterID: CounterFacts]
    /// Where the flow branches on guards, and which events it does not handle.
    package var branching: Branching
    package var statements: AuthorStatements
    /// The places of the rounds, or nil if the flow has none.
    package var rounds: RoundNotes?
    package var service: ServiceFacts
    /// By slot that holds the end of a deadline: the source range of the deadline's limit.
    package var deadlines: [SlotID: SourceRange]

    /// Creates the annotations of a flow. By default, there are none.
    package init(
        nodes: Table<Node, NodePlace> = [], transitions: Table<TransitionPlace, TransitionPlace> = [],
        shows: Table<ShowPlace, ShowPlace> = [], states: [StateID: StateFacts] = [:],
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

package struct NodePlace: Sendable {
    /// The source range of the node's identifier.
    package var range: SourceRange
    /// Whether the node is in the compiled file, rather than inherited or imported.
    package var isOwn: Bool

    package init(range: SourceRange, isOwn: Bool) {
        self.range = range
        self.isOwn = isOwn
    }
}

package struct TransitionPlace: Sendable {
    /// The source range of the transition's selector or target.
    package var range: SourceRange
    /// The transition's name in messages, such as `on error="CodeMismatchException"`.
    package var name: String

    package init(range: SourceRange, name: String) {
        self.range = range
        self.name = name
    }
}

package struct ShowPlace: Sendable {
    /// The source range that names the shown value, or nil for a literal.
    package var from: SourceRange?
    /// The source range that names the value to show if the first is absent, or nil if there is none.
    package var otherwise: SourceRange?

    package init(from: SourceRange?, otherwise: SourceRange?) {
        self.from = from
        self.otherwise = otherwise
    }
}

/// Facts from the service descriptions that concern the flow as a whole.
package struct ServiceFacts: Sendable {
    /// Whether a description states which requests prove who the user is.
    package var knowsProofs: Bool
    /// The slots that store values of replies under the names in the service description.
    package var outputs: Set<SlotID>
    /// By word that can begin rounds: the keys that can have it as their value, sorted for each service.
    package var beginningKeys: [ByteString: [ByteString]]
    /// The longest time, in seconds, that a service can be configured to keep a session; nil if none is stated.
    package var longestSession: Int?

    /// Creates the facts of a service, by default of one without a description.
    package init(
        knowsProofs: Bool = false, outputs: Set<SlotID> = [],
        beginningKeys: [ByteString: [ByteString]] = [:], longestSession: Int? = nil
    ) {
        self.knowsProofs = knowsProofs
        self.outputs = outputs
        self.beginningKeys = beginningKeys
        self.longestSession = longestSession
    }
}

/// The values that a state needs, the notes about its request, and the place of its time limit.
package struct StateFacts: Sendable {
    /// The values that must be present when the flow enters the state.
    package var needs: [DataNeed]
    /// What the service description states about the state's request, or nil if the state sends none.
    package var request: RequestNote?
    /// The source range of the state's time limit, or nil if it has none.
    package var timeLimit: SourceRange?

    /// Creates the facts of a state, by default of one without needs, request or time limit.
    package init(needs: [DataNeed] = [], request: RequestNote? = nil, timeLimit: SourceRange? = nil) {
        self.needs = needs
        self.request = request
        self.timeLimit = timeLimit
    }
}

/// A value that must be present when the flow enters a state.
package struct DataNeed: Sendable {
    package var source: Source
    /// Why the state needs the value, for messages, such as `the request requires it as 'User'`.
    package var reason: String
    package var range: SourceRange

    package init(source: Source, reason: String, range: SourceRange) {
        self.source = source
        self.reason = reason
        self.range = range
    }
}

/// What a counter is for, and where conditions test it.
package struct CounterFacts: Sendable {
    /// The node for whose attempts the compiler added the counter, or nil if the flow declares it.
    package var node: NodeID?
    package var tests: Set<CounterTest>
    /// The source ranges that name the node in statements that reset its attempts.
    package var resets: Set<SourceRange>

    /// Creates the facts of a counter, by default of one that the flow declares and does not test.
    package init(node: NodeID? = nil, tests: Set<CounterTest> = [], resets: Set<SourceRange> = []) {
        self.node = node
        self.tests = tests
        self.resets = resets
    }
}

/// A condition that a counter is below a number.
package struct CounterTest: Hashable, Sendable {
    package var limit: Int
    /// The source range of the counter's name, or of the number in `attempts`.
    package var range: SourceRange

    package init(limit: Int, range: SourceRange) {
        self.limit = limit
        self.range = range
    }
}
