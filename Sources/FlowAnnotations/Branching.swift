package import FlowDiagnostics

/// Where guards decide, and what they leave open.
package struct Branching: Sendable {
    /// The places where guards decide between branches.
    package var decisions: [Decision]
    /// Answers that nothing takes.
    package var drops: [Drop]
    /// Challenges that can come and that have no node, but are taken where a guard holds: by name, the first request that
    /// brings each.
    package var guardedChallenges: [String: SourceRange]

    /// Whether a choice stands at a place.
    package func decides(at range: SourceRange) -> Bool {
        decisions.contains { $0.kind == .choice && $0.range == range }
    }

    /// Branching of a flow.
    package init(decisions: [Decision] = [], drops: [Drop] = [], guardedChallenges: [String: SourceRange] = [:]) {
        self.decisions = decisions
        self.drops = drops
        self.guardedChallenges = guardedChallenges
    }
}
