package import FlowDiagnostics

/// Where a flow branches on guards, and which events it does not handle.
package struct Branching: Sendable {
    /// The places where guards decide between branches.
    package var decisions: [Decision]
    /// The events that no transition handles.
    package var drops: [Drop]
    /// By name of a challenge that has no node and only guarded transitions: the place of the first request that can
    /// return it.
    package var guardedChallenges: [String: SourceRange]

    /// Returns whether one of the decisions is a choice at a source range.
    package func decides(at range: SourceRange) -> Bool {
        decisions.contains { $0.kind == .choice && $0.range == range }
    }

    /// Creates the branching of a flow, by default of one without branches.
    package init(decisions: [Decision] = [], drops: [Drop] = [], guardedChallenges: [String: SourceRange] = [:]) {
        self.decisions = decisions
        self.drops = drops
        self.guardedChallenges = guardedChallenges
    }
}
