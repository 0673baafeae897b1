package import FlowDiagnostics

/// Where a flow branches on guards, and which events it does not handle.
package struct Branching: Sendable {
    /// The places where guards decide between branches.
    package var decisions: [Decision]
    /// The events that no transition handles.
    package var drops: [Drop]
    /// The challenges that have no node and only guarded transitions, by name.
    ///
    /// Each has the place of the first request that can return it.
    package var guardedChallenges: [ByteString: SourceRange]

    /// Returns whether one of the decisions is a choice at a source range that must take a branch.
    package func decides(at range: SourceRange) -> Bool {
        decisions.contains { $0.kind == .choice && !$0.isClosed && $0.range == range }
    }

    /// Creates the branching of a flow, by default of one without branches.
    package init(decisions: [Decision] = [], drops: [Drop] = [], guardedChallenges: [ByteString: SourceRange] = [:]) {
        self.decisions = decisions
        self.drops = drops
        self.guardedChallenges = guardedChallenges
    }
}

/// An event that can occur at a node that has no transition for it.
package struct Drop: Sendable {
    /// The event's name in messages, such as `success`, `an error` or `the user's answer`.
    package var event: String
    package var node: String
    package var range: SourceRange
    /// The suggested fix.
    package var help: String

    /// Creates the record of an event that no transition of a node handles.
    package init(event: String, node: String, range: SourceRange, help: String) {
        self.event = event
        self.node = node
        self.range = range
        self.help = help
    }
}

/// A place where guards decide between branches.
package struct Decision: Sendable {
    /// The kinds of decisions.
    package enum Kind: Sendable {
        /// A choice, which takes the first branch whose guard holds.
        case choice
        /// The transitions of a scope on an event, whose order has no meaning.
        case transitions
    }

    /// A branch of a decision.
    package struct Branch: Sendable {
        /// The condition under which the branch is taken.
        package var condition: Condition
        /// The source range of the guard, or of the branch if it has none.
        package var range: SourceRange
        /// Whether the author wrote a guard.
        package var hasGuard: Bool
        /// The number of statements before the branch that can change values.
        ///
        /// Branches with the same number see the same values.
        package var part: Int

        package init(condition: Condition, range: SourceRange, hasGuard: Bool, part: Int = 0) {
            self.condition = condition
            self.range = range
            self.hasGuard = hasGuard
            self.part = part
        }
    }

    package var kind: Kind
    /// The branches, in source order.
    package var branches: [Branch]
    /// Whether something else handles the case that no guard holds, such as an outer scope.
    package var isClosed: Bool
    /// The source range of the node's identifier.
    package var range: SourceRange
    /// The decision's name in messages, such as `choice 'begin'` or `'submit' of 'sms'`.
    package var subject: String
    /// The state of a choice; nil for transitions.
    package var state: StateID?

    /// Whether all branches see the values that are present when the flow enters the node.
    package var isPlain: Bool { branches.allSatisfy { $0.part == 0 } }

    /// Creates a decision between branches. Pass the state if it is a choice.
    package init(
        kind: Kind, branches: [Branch], isClosed: Bool, range: SourceRange, subject: String,
        state: StateID? = nil
    ) {
        self.kind = kind
        self.branches = branches
        self.isClosed = isClosed
        self.range = range
        self.subject = subject
        self.state = state
    }
}
