package import FlowDiagnostics

/// The values that a state needs, the notes about its request, and the place of its time limit.
package struct StateFacts: Sendable {
    /// The values that must be present when the flow enters the state.
    package var needs: [DataNeed]
    /// What the service description states about the state's request, or nil if the state sends none.
    package var request: RequestNote?
    /// The source range of the state's time limit, or nil if it has none.
    package var timeLimit: SourceRange?

    /// Creates the facts of a state, by default of one without needs, request or time limit.
    package init(needs: [DataNeed] = [], request: RequestNote? = nil, timeLimit: SourceRange? = nil) {
        self.needs = needs
        self.request = request
        self.timeLimit = timeLimit
    }
}

/// A value that must be present when the flow enters a state.
package struct DataNeed: Sendable {
    package var source: Source
    /// Why the state needs the value, for messages, such as `the request requires it as 'User'`.
    package var reason: String
    /// The source range that names the value.
    package var range: SourceRange

    /// Creates the need of a value.
    package init(source: Source, reason: String, range: SourceRange) {
        self.source = source
        self.reason = reason
        self.range = range
    }
}
