package import FlowDiagnostics
package import FlowModel

/// A counterexample: a sequence of events from the start, and the conditions on the data along it.
package struct Counterexample: Sendable {
    /// One step of the path.
    package struct Step: Sendable {
        /// The state.
        package let state: StateID
        /// The event, or nil if the state continues immediately.
        package let event: EventID?
        /// The conditions that hold or fail, including those on the event's own data.
        package let decisions: [(condition: Condition, holds: Bool)]
        /// The transitions taken.
        package let marks: [TransitionID]
    }

    /// The code of the finding.
    package let code: DiagnosticCode
    /// Its location.
    package let range: SourceRange
    /// The path.
    package let steps: [Step]
    /// The state at its end.
    package let end: StateID
    /// The conditions on the data at its end.
    package let finally: [(condition: Condition, holds: Bool)]
    /// Whether the path may be infeasible, since states were widened.
    package let isUncertain: Bool

    /// Makes a counterexample.
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
