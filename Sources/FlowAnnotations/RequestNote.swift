package import FlowDiagnostics
package import FlowModel

/// The meaning of a request to the service.
package struct RequestNote: Sendable {
    /// A session that a request carries.
    package struct CarriedSession: Sendable {
        /// The key.
        package var key: String
        /// The value.
        package var slot: SlotID
        /// The value in whose place it is sent where that is absent; nothing for one that is sent wherever it is there.
        package var standsInFor: SlotID?
        /// The place that names it.
        package var range: SourceRange

        /// A carried session.
        package init(key: String, slot: SlotID, standsInFor: SlotID? = nil, range: SourceRange) {
            self.key = key
            self.slot = slot
            self.standsInFor = standsInFor
            self.range = range
        }
    }

    /// The word by which a request begins rounds of challenges.
    package struct Beginning: Sendable {
        /// The key.
        package var key: String
        /// The word; nothing if only the data tell.
        package var word: String?
        /// The place that gives it.
        package var range: SourceRange

        /// A beginning.
        package init(key: String, word: String?, range: SourceRange) {
            self.key = key
            self.word = word
            self.range = range
        }
    }

    /// A place in replies at which lies a secret.
    package struct SecretPlace: Sendable {
        /// The place.
        package var path: [String]
        /// The replies that are described to bring it.
        package var bringing: Replies

        /// A place of a secret.
        package init(path: [String], bringing: Replies) {
            self.path = path
            self.bringing = bringing
        }
    }

    /// The request in words: `Login with PASSWORD`.
    package var subject: String
    /// Challenges that can follow; nothing if any can.
    package var challenges: Set<String>?
    /// Whether success can follow.
    package var canSucceed: Bool
    /// The errors that can follow.
    package var errors: [String]
    /// The challenge that it answers.
    package var answers: String?
    /// Whether a reply that is no error proves who the user is.
    package var provesIdentity: Bool
    /// The sessions that it carries. A reply that is no error uses them up.
    package var sessions: [CarriedSession]
    /// The places in its replies at which lies what grants something to whoever has it: tokens, say.
    package var grants: [[String]]
    /// What its replies can bring that the service describes as secret.
    package var secrets: [SecretPlace]
    /// The words that it can begin rounds of challenges with.
    package var beginnings: [Beginning]
    /// Challenges that can follow and that nothing takes.
    package var unhandled: [String]
    /// Required keys that nothing sends.
    package var missing: [String]

    /// A note; without arguments, one of a request that anything can follow on.
    package init(
        subject: String = "", challenges: Set<String>? = nil, canSucceed: Bool = true, errors: [String] = [],
        answers: String? = nil, provesIdentity: Bool = false, sessions: [CarriedSession] = [],
        grants: [[String]] = [], secrets: [SecretPlace] = [], beginnings: [Beginning] = [], unhandled: [String] = [],
        missing: [String] = []
    ) {
        self.subject = subject
        self.challenges = challenges
        self.canSucceed = canSucceed
        self.errors = errors
        self.answers = answers
        self.provesIdentity = provesIdentity
        self.sessions = sessions
        self.grants = grants
        self.secrets = secrets
        self.beginnings = beginnings
        self.unhandled = unhandled
        self.missing = missing
    }
}
