/// How a reply is read.
package struct ReplyForm: Sendable, Hashable {
    /// A value of a reply.
    package struct Output: Sendable, Hashable {
        /// How the value is written.
        package enum Encoding: Int, Sendable, CaseIterable {
            case text, list, map, listInText, mapInText, commaList
        }

        /// Where it is kept.
        package var slot: SlotID
        /// Where it lies in the reply.
        package var path: [String]
        /// How it is written.
        package var encoding: Encoding
        /// A prefix to strip from every item; empty if none.
        package var prefix: String
        /// The replies that are invalid without it; nothing if none is.
        package var demand: Replies?
        /// The replies that it is read from; any other lacks it. Readings of one value stand one behind the other.
        package var reading: Replies

        /// Whether some reply without it is invalid.
        package var isRequired: Bool { demand != nil }

        /// An output that is demanded of the replies in `demand`.
        package init(
            slot: SlotID, path: [String], encoding: Encoding, prefix: String, demand: Replies?,
            reading: Replies = .all
        ) {
            self.slot = slot
            self.path = path
            self.encoding = encoding
            self.prefix = prefix
            self.demand = demand
            self.reading = reading
        }

        /// An output that is read from every reply, and demanded of all or of none.
        package init(slot: SlotID, path: [String], encoding: Encoding, prefix: String, isRequired: Bool) {
            self.init(slot: slot, path: path, encoding: encoding, prefix: prefix, demand: isRequired ? .all : nil)
        }
    }

    /// Where the name of a challenge lies; empty if replies of this form bring none.
    package var challengePath: [String]
    /// Where the member lies that means success; empty if any object does.
    package var successPath: [String]
    /// What is read.
    package var outputs: [Output]

    /// A reply form.
    package init(challengePath: [String], successPath: [String], outputs: [Output]) {
        self.challengePath = challengePath
        self.successPath = successPath
        self.outputs = outputs
    }
}
