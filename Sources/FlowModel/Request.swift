/// A request to the service and how its reply is read.
package struct Request: Sendable, Hashable {
    /// A member of the request.
    package struct Input: Sendable, Hashable {
        /// How a value is written.
        package enum Spelling: Int, Sendable, CaseIterable {
            case text, number, flag, list, map, listInText, mapInText, commaList
        }

        /// Where it lies: names of members from the outside in. For a spread map the last is the prefix of its keys.
        package var path: [String]
        /// The value.
        package var source: Source
        /// Whether the value is a map of which each entry becomes a member.
        package var isSpread: Bool
        /// Whether the service takes it for a secret, so that traces leave it out whatever its slot is.
        package var isSecret: Bool
        /// How the value is written.
        package var spelling: Spelling
        /// A prefix for every item of a list and every key of a map; empty if none.
        package var prefix: String

        /// An input.
        package init(
            path: [String], source: Source, isSpread: Bool, isSecret: Bool = false, spelling: Spelling = .text,
            prefix: String = ""
        ) {
            self.path = path
            self.source = source
            self.isSpread = isSpread
            self.isSecret = isSecret
            self.spelling = spelling
            self.prefix = prefix
        }
    }

    /// The operation.
    package var operation: String
    /// The members, in the order of the service description.
    package var inputs: [Input]
    /// How the reply is read.
    package var reply: ReplyForm
    /// The replies that are invalid, since the service description says that they cannot follow.
    package var barred: Replies

    /// A request.
    package init(operation: String, inputs: [Input], reply: ReplyForm, barred: Replies = .none) {
        self.operation = operation
        self.inputs = inputs
        self.reply = reply
        self.barred = barred
    }
}
