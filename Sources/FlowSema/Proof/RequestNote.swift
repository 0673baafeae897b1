package import FlowDiagnostics
package import FlowModel

/// What a request means to the service.
package struct RequestNote: Sendable {
    /// A session that a request carries.
    package struct CarriedSession: Sendable {
        /// The key.
        package var key: String
        /// The value.
        package var slot: SlotID
        /// The place that names it.
        package var range: SourceRange
    }

    /// What a request begins rounds of challenges with.
    package struct Beginning: Sendable {
        /// The key.
        package var key: String
        /// The word; nothing if only the data tell.
        package var word: String?
        /// The place that gives it.
        package var range: SourceRange
    }

    /// The request in words: `Login with PASSWORD`.
    package var subject = ""
    /// Challenges that can follow; nothing if any can.
    package var challenges: Set<String>?
    /// Whether success can follow.
    package var canSucceed = true
    /// The errors that can follow.
    package var errors: [String] = []
    /// The challenge that it answers.
    package var answers: String?
    /// Whether a reply that is no error proves who the user is.
    package var provesIdentity = false
    /// The sessions that it carries. A reply that is no error uses them up.
    package var sessions: [CarriedSession] = []
    /// The words that it can begin rounds of challenges with.
    package var beginnings: [Beginning] = []
    /// Challenges that can follow and that nothing takes.
    package var unhandled: [String] = []
    /// Required keys that nothing sends.
    package var missing: [String] = []
}
