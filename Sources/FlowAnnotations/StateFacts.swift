package import FlowDiagnostics

/// The needs of a state and the meaning of its request.
package struct StateFacts: Sendable {
    /// The values that must be there when it is entered.
    package var needs: [DataNeed]
    /// The meaning of its request to the service; nothing for a state that requests nothing.
    package var request: RequestNote?
    /// Its limit of time, where that is a number.
    package var timeLimit: TimeLimitFact?

    /// Facts of a state.
    package init(needs: [DataNeed] = [], request: RequestNote? = nil, timeLimit: TimeLimitFact? = nil) {
        self.needs = needs
        self.request = request
        self.timeLimit = timeLimit
    }
}

/// The limit of time of a step.
package struct TimeLimitFact: Sendable {
    /// The limit in seconds.
    package var seconds: Int
    /// The place of the number.
    package var range: SourceRange

    /// A limit of time.
    package init(seconds: Int, range: SourceRange) {
        self.seconds = seconds
        self.range = range
    }
}
