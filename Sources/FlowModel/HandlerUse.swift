/// Work for a handler.
package struct HandlerUse: Sendable, Hashable {
    /// A value that the handler gets.
    package struct Input: Sendable, Hashable {
        /// The handler's name for it.
        package var port: String
        /// The value.
        package var source: Source

        /// An input.
        package init(port: String, source: Source) {
            self.port = port
            self.source = source
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

        /// An output.
        package init(port: String, slot: SlotID, isRequired: Bool) {
            self.port = port
            self.slot = slot
            self.isRequired = isRequired
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
