package import FlowDiagnostics
package import FlowModel

/// An assertion of an author about a flow, names resolved.
package enum Assertion: Sendable {
    /// A state in which the flow ends, as it was named.
    package struct NamedEnd: Sendable {
        /// Its name.
        package var name: String
        /// The states that it stands for.
        package var states: [StateID]
        /// The place that names it.
        package var range: SourceRange

        /// A named end.
        package init(name: String, states: [StateID], range: SourceRange) {
            self.name = name
            self.states = states
            self.range = range
        }
    }

    /// The use whose sub-flow makes the assertion.
    package struct Use: Sendable {
        /// The name of the use.
        package var name: String
        /// The state in which the sub-flow begins.
        package var entry: StateID
        /// The nodes of the sub-flow, those of sub-flows in it included.
        package var nodes: ClosedRange<Int>
        /// The place of the use.
        package var range: SourceRange

        /// A use.
        package init(name: String, entry: StateID, nodes: ClosedRange<Int>, range: SourceRange) {
            self.name = name
            self.entry = entry
            self.nodes = nodes
            self.range = range
        }
    }

    /// The end is not reached unless one of these was passed, since the flow was started, restarted or, in a use, entered.
    case never(end: NamedEnd, passing: [Passing], names: [String], use: Use?)
    /// An event is possible wherever the host is asked in the flow.
    case always(event: String, range: SourceRange, use: Use?)
    /// An end can be reached, in a sub-flow from one of its uses.
    case reachable(end: NamedEnd, uses: [Use])
}
