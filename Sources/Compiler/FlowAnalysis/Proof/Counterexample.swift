package import FlowDiagnostics
package import FlowIR

/// A run that violates a rule: a sequence of events from the start, with the conditions on the data.
package struct Counterexample: Sendable {
    /// One step of the run.
    package struct Step: Sendable {
        /// The state in which the event occurs.
        package let state: StateID
        /// The event, or nil if the state continues immediately.
        package let event: EventID?
        /// The conditions that hold or fail, including those on the event's own data.
        package let decisions: [(condition: Condition, holds: Bool)]
        package let marks: [TransitionID]
    }

    package let code: DiagnosticCode
    /// The location of the finding.
    package let range: SourceRange
    package let steps: [Step]
    /// The last state of the run.
    package let end: StateID
    /// The conditions that hold or fail in the last state.
    package let finally: [(condition: Condition, holds: Bool)]
    /// Whether the run may be infeasible, because states were widened.
    package let isUncertain: Bool

    /// Creates a counterexample from its path and its last state.
    package init(
        code: DiagnosticCode, range: SourceRange, steps: [Step], end: StateID,
        finally: [(condition: Condition, holds: Bool)], isUncertain: Bool
    ) {
        self.code = code
        self.range = range
        self.steps = steps
        self.end = end
        self.finally = finally
        self.isUncertain = isUncertain
    }
}
