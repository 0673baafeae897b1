package import FlowDiagnostics
package import FlowTable

/// The places in a reply that tell a challenge from a success, and the values to read from it.
package struct ReplyForm: Sendable, Hashable {
    /// A value that is read from a reply.
    package struct Output: Sendable, Hashable {
        package var slot: SlotID
        /// The names of the members that lead to the value.
        package var path: [ByteString]
        package var encoding: OutputEncoding
        /// The prefix to strip from every item; empty if there is none.
        package var prefix: ByteString
        /// The replies that must contain the value, or nil if the value is always optional.
        package var demand: Replies?
        /// The replies to read the value from.
        ///
        /// If replies encode a value differently, it has several outputs, one directly after the other.
        package var reading: Replies

        /// Whether at least one reply must contain the value.
        package var isRequired: Bool { demand != nil }

        /// Creates an output that the replies in `demand` must contain.
        package init(
            slot: SlotID, path: [ByteString], encoding: OutputEncoding, prefix: ByteString, demand: Replies?,
            reading: Replies = .all
        ) {
            self.slot = slot
            self.path = path
            self.encoding = encoding
            self.prefix = prefix
            self.demand = demand
            self.reading = reading
        }

        /// Creates an output that is read from every reply. Either every reply must contain it, or it is optional.
        package init(slot: SlotID, path: [ByteString], encoding: OutputEncoding, prefix: ByteString, isRequired: Bool) {
            self.init(slot: slot, path: path, encoding: encoding, prefix: prefix, demand: isRequired ? .all : nil)
        }
    }

    /// The path to the name of the challenge; empty if a reply cannot be a challenge.
    package var challengePath: [ByteString]
    /// The path to the member whose presence means success; empty if every other object means success.
    package var successPath: [ByteString]
    package var outputs: [Output]

    package init(challengePath: [ByteString], successPath: [ByteString], outputs: [Output]) {
        self.challengePath = challengePath
        self.successPath = successPath
        self.outputs = outputs
    }
}

/// A set of replies: success, and challenges by name.
package struct Replies: Sendable, Hashable {
    /// Whether the set contains success.
    package var success: Bool
    /// The challenges in the set, or nil for every challenge.
    package var challenges: [ByteString]?

    package static let all = Replies(success: true, challenges: nil)

    package static let none = Replies(success: false, challenges: [])

    /// Creates a set of replies. If `challenges` is nil, the set contains every challenge.
    package init(success: Bool, challenges: [ByteString]?) {
        self.success = success
        self.challenges = challenges
    }

    /// Returns whether the set contains the reply with a challenge, or success if the challenge is nil.
    package func containsReply(naming challenge: ByteString?) -> Bool {
        challenge == nil ? success : contains(challenge: challenge)
    }

    /// Returns whether the set contains a challenge, where nil stands for a challenge that the flow does not name.
    package func contains(challenge: ByteString?) -> Bool {
        guard let challenges else { return true }
        guard let challenge else { return false }
        return challenges.contains(challenge)
    }

    /// Returns whether at least one reply is in both sets.
    package func overlaps(_ other: Replies) -> Bool {
        if success && other.success { return true }
        guard let challenges, other.challenges != nil else {
            // At least one set contains every challenge, so the sets overlap unless the other set contains none.
            return challenges?.isEmpty != true && other.challenges?.isEmpty != true
        }
        return challenges.contains { other.contains(challenge: $0) }
    }
}
