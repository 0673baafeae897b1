/// Work for a handler.
package struct HandlerUse: Sendable, Hashable {
    /// A value that the handler gets.
    package struct Input: Sendable, Hashable {
        /// The handler's name for it.
        package var port: String
        /// The value.
        package var source: Source
        /// Whether the handler takes it for a secret, so that traces leave it out whatever its slot is.
        package var isSecret: Bool

        /// An input.
        package init(port: String, source: Source, isSecret: Bool = false) {
            self.port = port
            self.source = source
            self.isSecret = isSecret
        }
    }

    /// A value that the handler gives.
    package struct Output: Sendable, Hashable {
        /// The handler's name for it.
        package var port: String
        /// Where it is kept.
        package var slot: SlotID
        /// Whether a handler that does not give it has failed.
        package var isRequired: Bool
        /// Whether the handler gives it as a secret.
        package var isSecret: Bool

        /// An output.
        package init(port: String, slot: SlotID, isRequired: Bool, isSecret: Bool = false) {
            self.port = port
            self.slot = slot
            self.isRequired = isRequired
            self.isSecret = isSecret
        }
    }

    /// The handler.
    package var handler: String
    /// What it gets.
    package var inputs: [Input]
    /// What it gives.
    package var outputs: [Output]

    /// A use of a handler.
    package init(handler: String, inputs: [Input], outputs: [Output]) {
        self.handler = handler
        self.inputs = inputs
        self.outputs = outputs
    }
}
