package import FlowDiagnostics
package import FlowModel

/// A path that shows a finding: what happens from the start on, and what must be true of the data for it to happen so.
package struct Counterexample: Sendable {
    /// One step of the path.
    package struct Step: Sendable {
        /// The state at hand.
        package let state: StateID
        /// The event there; nothing where it goes on at once.
        package let event: EventID?
        /// The data at the time, the event's own included: conditions that hold and conditions that do not.
        package let decisions: [(condition: Condition, holds: Bool)]
        /// The transitions taken.
        package let marks: [TransitionID]
    }

    /// The kind of finding.
    package let code: DiagnosticCode
    /// Its place.
    package let range: SourceRange
    /// The path.
    package let steps: [Step]
    /// The state that it leads to.
    package let end: StateID
    /// The conditions on the data at its end.
    package let finally: [(condition: Condition, holds: Bool)]
    /// Whether the path may be impossible, since not every situation could be followed.
    package let isUncertain: Bool

    /// A path.
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
