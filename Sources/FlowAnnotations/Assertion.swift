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

    /// The end is not reached unless one of these was passed, since the flow was started or restarted.
    case never(end: NamedEnd, passing: [Passing], names: [String])
    /// An event is possible wherever the host is asked.
    case always(event: String, range: SourceRange)
    /// An end can be reached.
    case reachable(end: NamedEnd)
}
