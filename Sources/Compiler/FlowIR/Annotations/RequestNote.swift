package import FlowDiagnostics

/// What the service description states about a request.
package struct RequestNote: Sendable {
    /// A session that a request sends.
    package struct CarriedSession: Sendable {
        /// The key under which the request sends the session.
        package var key: ByteString
        package var slot: SlotID
        /// The slot that takes precedence: the session is sent only if this slot is empty. Nil if there is none.
        package var standsInFor: SlotID?
        package var range: SourceRange

        package init(key: ByteString, slot: SlotID, standsInFor: SlotID? = nil, range: SourceRange) {
            self.key = key
            self.slot = slot
            self.standsInFor = standsInFor
            self.range = range
        }
    }

    /// The word with which a request begins rounds of challenges.
    package struct Beginning: Sendable {
        /// The key under which the request sends the word.
        package var key: ByteString
        /// The word, or nil if it is only known when the flow runs.
        package var word: ByteString?
        package var range: SourceRange

        /// Creates the word with which a request begins rounds.
        package init(key: ByteString, word: ByteString?, range: SourceRange) {
            self.key = key
            self.word = word
            self.range = range
        }
    }

    /// A place in replies that contains a secret.
    package struct SecretPlace: Sendable {
        package var path: [ByteString]
        /// The replies that contain the secret, according to the service description.
        package var replies: Replies

        /// Creates the place of a secret in some replies.
        package init(path: [ByteString], in replies: Replies) {
            self.path = path
            self.replies = replies
        }
    }

    /// A value in replies that grants something to its bearer.
    package struct Grant: Sendable {
        package var path: [ByteString]
        /// What the value grants, such as `tokens`.
        package var word: String

        /// Creates the note on a value that grants something.
        package init(path: [ByteString], word: String) {
            self.path = path
            self.word = word
        }
    }

    /// The request's name in messages, such as `Login with PASSWORD`.
    package var subject: String
    /// The challenges that the service can return, or nil if it can return any.
    package var challenges: Set<ByteString>?
    package var canSucceed: Bool
    /// The errors that the service can return.
    package var errors: [ByteString]
    /// The challenge that the request answers, or nil if it answers none.
    package var answers: ByteString?
    /// Whether a reply proves who the user is.
    ///
    /// An error proves nothing, and neither does the challenge that the request answers if the service repeats it.
    package var provesIdentity: Bool
    /// The sessions that the request sends. Every reply that is not an error uses them up.
    package var sessions: [CarriedSession]
    /// The values in replies that grant something to their bearer, such as tokens.
    package var grants: [Grant]
    /// The places in replies that contain secrets.
    package var secrets: [SecretPlace]
    /// The words with which the request can begin rounds of challenges.
    package var beginnings: [Beginning]
    /// The keys that could begin rounds of challenges, but that the request does not send.
    package var unsentBeginnings: [ByteString]
    /// The challenges that the service can return and the flow does not handle.
    package var unhandled: [ByteString]
    /// The required keys that the request does not send.
    package var missing: [ByteString]

    /// Creates a note, by default of a request to which the service can return any reply.
    package init(
        subject: String = "", challenges: Set<ByteString>? = nil, canSucceed: Bool = true, errors: [ByteString] = [],
        answers: ByteString? = nil, provesIdentity: Bool = false, sessions: [CarriedSession] = [],
        grants: [Grant] = [], secrets: [SecretPlace] = [], beginnings: [Beginning] = [],
        unsentBeginnings: [ByteString] = [], unhandled: [ByteString] = [], missing: [ByteString] = []
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
        self.unsentBeginnings = unsentBeginnings
        self.unhandled = unhandled
        self.missing = missing
    }
}

extension FlowAnnotations {
    /// Returns whether the service description allows an event to occur in a state.
    ///
    /// It can exclude only a success or a challenge. The event for other challenges can occur if the service can return
    /// a challenge that the state does not name.
    package func allow(_ event: EventEffect, in state: StateID, of flow: LoweredFlow) -> Bool {
        guard case .reply(_, let reply) = event.values, let note = states[state]?.request else { return true }
        switch reply {
        case .success: return note.canSucceed
        case .challenge(let name): return note.challenges?.contains(name) ?? true
        case .otherChallenge:
            guard let challenges = note.challenges else { return true }
            return !challenges.isSubset(of: flow.names(of: .challenge, acceptedBy: flow.states[state]))
        }
    }
}

/// The source ranges of a flow's rounds, and what the service description states about them.
package struct RoundNotes: Sendable {
    /// The source range of the element that contains the rounds.
    package var range: SourceRange
    /// By round: the source range of its name.
    package var names: [SourceRange]
    /// The source ranges of `tries` attributes that have no effect, since their round is not a challenge.
    package var idleTries: [SourceRange]
    /// Whether passing at least one of the rounds proves who the user is.
    package var proveIdentity: Bool

    /// Creates notes about the rounds in an element, by default about rounds that prove nothing.
    package init(
        range: SourceRange, names: [SourceRange] = [], idleTries: [SourceRange] = [], proveIdentity: Bool = false
    ) {
        self.range = range
        self.names = names
        self.idleTries = idleTries
        self.proveIdentity = proveIdentity
    }
}
