package import FlowDiagnostics
package import FlowModel

/// Where the parts of a checked flow stand in the source, and what the checks need to know of how they were written.
package struct SourceMap: Sendable {
    /// By node of the flow: the place of its identifier.
    package var nodes: [SourceRange] = []
    /// By node of the flow: whether it is written in the file that was compiled, not inherited or imported.
    package var isOwnNode: [Bool] = []
    /// By transition as written: the place of its selector or target.
    package var transitions: [SourceRange] = []
    /// By transition as written: what it is, in words (`on error="CodeMismatchException"` and the like).
    package var transitionNames: [String] = []
    /// Where guards decide.
    package var decisions: [Decision] = []
    /// Answers that nothing takes.
    package var drops: [Drop] = []

    /// An empty map.
    package init() {}
}

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

        /// A branch.
        package init(condition: Condition, range: SourceRange, hasGuard: Bool) {
            self.condition = condition
            self.range = range
            self.hasGuard = hasGuard
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
    /// What decides, in words: `choice 'begin'`, `event 'submit' of 'sms'`.
    package var subject: String

    /// A decision.
    package init(kind: Kind, branches: [Branch], isClosed: Bool, range: SourceRange, subject: String) {
        self.kind = kind
        self.branches = branches
        self.isClosed = isClosed
        self.range = range
        self.subject = subject
    }
}

/// Something that a node waits for and does not take.
package struct Drop: Sendable {
    /// What is not taken: `success`, `an error`, `a failure`, `submit`…
    package var event: String
    /// The node.
    package var node: String
    /// The place of the node.
    package var range: SourceRange
    /// A way out, in words.
    package var help: String

    /// A dropped event.
    package init(event: String, node: String, range: SourceRange, help: String) {
        self.event = event
        self.node = node
        self.range = range
        self.help = help
    }
}
