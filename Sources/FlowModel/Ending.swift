/// How a flow ends.
package struct Ending: Sendable, Hashable {
    /// The outcome; empty for the state before the start.
    package var outcome: String
    /// The step name told with it; empty if none.
    package var step: String
    /// What is shown.
    package var shows: [Show]

    /// An end.
    package init(outcome: String, step: String, shows: [Show]) {
        self.outcome = outcome
        self.step = step
        self.shows = shows
    }
}
