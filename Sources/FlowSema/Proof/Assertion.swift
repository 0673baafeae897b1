package import FlowDiagnostics
package import FlowModel

/// What an author asserts of a flow, names resolved.
package enum Assertion: Sendable {
    /// A state in which the flow ends, as it was named.
    package struct NamedEnd: Sendable {
        package var name: String
        package var states: [StateID]
        package var range: SourceRange
    }

    /// The end is not reached unless one of these was passed: a request that was answered without an error, or a node without a
    /// request that was entered.
    case never(end: NamedEnd, passing: [StateID], names: [String])
    /// An event is possible wherever the host is asked.
    case always(event: String, range: SourceRange)
    /// An end can be reached.
    case reachable(end: NamedEnd)
}
