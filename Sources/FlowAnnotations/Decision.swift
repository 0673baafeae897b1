package import FlowDiagnostics
package import FlowModel

/// A place where guards decide between branches.
package struct Decision: Sendable {
    /// How the branches relate.
    package enum Kind: Sendable {
        /// The first branch that holds is taken, in the order of writing.
        case choice
        /// Transitions of one scope for one event: no order is meant.
        case transitions
    }

    /// One branch.
    package struct Branch: Sendable {
        /// When it is taken.
        package var condition: Condition
        /// The place of its guard, or of the branch if it has none.
        package var range: SourceRange
        /// Whether the author wrote a guard.
        package var hasGuard: Bool
        /// The number of statements before it that can change values: branches with the same number see the same values.
        package var part: Int

        /// A branch.
        package init(condition: Condition, range: SourceRange, hasGuard: Bool, part: Int = 0) {
            self.condition = condition
            self.range = range
            self.hasGuard = hasGuard
            self.part = part
        }
    }

    /// How the branches relate.
    package var kind: Kind
    /// The branches in the order of writing.
    package var branches: [Branch]
    /// Whether something is taken when no branch holds; a choice that is not complete without is a finding.
    package var isClosed: Bool
    /// The place of the node or event.
    package var range: SourceRange
    /// The place that decides, in words: `choice 'begin'`, `event 'submit' of 'sms'`.
    package var subject: String
    /// The state in which a choice is made, by its number in the finished flow; nothing for transitions.
    package var state: StateID?

    /// Whether all branches see the values with which the node is entered.
    package var isPlain: Bool { branches.allSatisfy { $0.part == 0 } }

    /// A decision.
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
