package import FlowDiagnostics

/// The needs of a state and the meaning of its request.
package struct StateFacts: Sendable {
    /// The values that must be there when it is entered.
    package var needs: [DataNeed]
    /// The meaning of its request to the service; nothing for a state that requests nothing.
    package var request: RequestNote?
    /// The place that limits its time.
    package var timeLimit: SourceRange?

    /// Facts of a state.
    package init(needs: [DataNeed] = [], request: RequestNote? = nil, timeLimit: SourceRange? = nil) {
        self.needs = needs
        self.request = request
        self.timeLimit = timeLimit
    }
}
