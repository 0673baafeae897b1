/// What the host shows and asks at a step.
package struct Presentation: Sendable, Hashable {
    /// A number of seconds, or the slot that holds it.
    package enum TimeLimit: Sendable, Hashable {
        case seconds(Int)
        case slot(SlotID)
    }

    /// The name of the step.
    package var step: String
    /// The values to show.
    package var shows: [Show]
    /// The values to ask for.
    package var asks: [Ask]
    /// How long the host may take, or nil if the step has no limit of its own.
    package var timeLimit: TimeLimit?
    /// The slots that hold the ends of the deadlines around the step, outermost first.
    package var deadlines: [SlotID] = []

    /// Creates a presentation without deadlines.
    package init(step: String, shows: [Show], asks: [Ask], timeLimit: TimeLimit?) {
        self.step = step
        self.shows = shows
        self.asks = asks
        self.timeLimit = timeLimit
    }
}
