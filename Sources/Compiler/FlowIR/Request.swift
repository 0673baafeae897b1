package import FlowDiagnostics
package import FlowTable

/// A request to the service, and the form of its reply.
@usableFromInline
package struct Request: Sendable, Hashable {
    /// A member of the request.
    package struct Input: Sendable, Hashable {
        /// The names of the members that lead to the value. If the input is spread, the last is a prefix of the keys.
        package var path: [ByteString]
        package var source: Source
        /// Whether the value is a map, and each of its entries becomes a member.
        package var isSpread: Bool
        /// Whether traces replace the value even if the types of its slots are not secret.
        package var isSecret: Bool
        package var encoding: InputEncoding
        /// The prefix of every item of a list and every key of a map; empty if there is none.
        package var prefix: ByteString

        /// Creates an input that sends the value of `source` at `path`, by default as text without a prefix.
        package init(
            path: [ByteString], source: Source, isSpread: Bool, isSecret: Bool = false, encoding: InputEncoding = .text,
            prefix: ByteString = ""
        ) {
            self.path = path
            self.source = source
            self.isSpread = isSpread
            self.isSecret = isSecret
            self.encoding = encoding
            self.prefix = prefix
        }
    }

    package var operation: ByteString
    /// The members, in the order of the service description.
    package var inputs: [Input]
    package var reply: ReplyForm
    /// The replies that the service description rules out. If the service sends one of them, the reply is invalid.
    package var barred: Replies

    /// Creates a request for an operation. By default, the service description rules out no reply.
    package init(operation: ByteString, inputs: [Input], reply: ReplyForm, barred: Replies = .none) {
        self.operation = operation
        self.inputs = inputs
        self.reply = reply
        self.barred = barred
    }
}
