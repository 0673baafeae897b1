/// An end of a flow, which reports an outcome.
package struct Ending: Sendable, Hashable {
    /// The name of the outcome; empty for the state before the start.
    package var outcome: String
    /// The name of the step that the end presents; empty if it presents none.
    package var step: String
    /// The values shown to the host.
    package var shows: [Show]

    /// Creates an end with an outcome, the step that it presents, and the values that it shows.
    package init(outcome: String, step: String, shows: [Show]) {
        self.outcome = outcome
        self.step = step
        self.shows = shows
    }
}
