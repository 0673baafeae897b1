package import FlowDiagnostics

/// An author's assertion about a flow, with names resolved.
package enum Assertion: Sendable {
    /// An end, as an assertion names it.
    package struct NamedEnd: Sendable {
        package var name: String
        package var states: [StateID]
        package var range: SourceRange

        package init(name: String, states: [StateID], range: SourceRange) {
            self.name = name
            self.states = states
            self.range = range
        }
    }

    /// The use whose sub-flow makes the assertion.
    package struct Use: Sendable {
        package var name: String
        /// The state in which the sub-flow begins.
        package var entry: StateID
        /// The nodes of the sub-flow, including the nodes of sub-flows inside it.
        package var nodes: ClosedRange<NodeID>
        package var range: SourceRange

        package init(name: String, entry: StateID, nodes: ClosedRange<NodeID>, range: SourceRange) {
            self.name = name
            self.entry = entry
            self.nodes = nodes
            self.range = range
        }
    }

    /// The flow never reaches `end` unless it has passed one of `passing` since its last start or restart.
    ///
    /// For an assertion of a sub-flow, it must have passed one since it entered `use`. `names` contains the author's
    /// names for the parts in `passing`.
    case never(end: NamedEnd, passing: [Passing], names: [String], use: Use?)
    /// Every step accepts an event; for an assertion of a sub-flow, every step in `use`.
    case always(event: ByteString, range: SourceRange, use: Use?)
    /// The flow can reach an end; for an assertion of a sub-flow, from at least one of its uses.
    case reachable(end: NamedEnd, uses: [Use])
}

/// A part of a flow that an assertion requires the flow to pass: to complete it, not just to reach it.
package enum Passing: Hashable, Sendable {
    /// A request. It is passed when the reply is neither an error nor the challenge that the request answers.
    case request(StateID)
    /// A step without a request, by its first state. It is passed when the host's answer leaves the node.
    case answer(StateID)
    /// A choice, by its first state. It is passed when a branch leaves the node.
    case branch(StateID)
    /// An outcome of a sub-flow, by the state of its end. It is passed when the sub-flow ends there.
    case outcome(StateID)
    /// A handler, by a state that waits for it. It is passed when the handler has returned its outputs.
    case handler(StateID)
}
