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
        /// Whether a reply without it is invalid.
        package var isRequired: Bool

        /// An output.
        package init(slot: SlotID, path: [String], encoding: Encoding, prefix: String, isRequired: Bool) {
            self.slot = slot
            self.path = path
            self.encoding = encoding
            self.prefix = prefix
            self.isRequired = isRequired
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
