/// What is shown and asked at a step.
package struct Presentation: Sendable, Hashable {
    /// How long a host may take.
    package enum TimeLimit: Sendable, Hashable {
        case seconds(Int)
        case slot(SlotID)
    }

    /// The step's name.
    package var step: String
    /// What is shown.
    package var shows: [Show]
    /// What is asked.
    package var asks: [Ask]
    /// How long the host may take; nothing for ever.
    package var timeLimit: TimeLimit?
    /// The slots with the ends of the deadlines that the step is in, the outermost first.
    package var deadlines: [SlotID] = []

    /// A presentation.
    package init(step: String, shows: [Show], asks: [Ask], timeLimit: TimeLimit?) {
        self.step = step
        self.shows = shows
        self.asks = asks
        self.timeLimit = timeLimit
    }
}
