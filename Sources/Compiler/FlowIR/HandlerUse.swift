package import FlowDiagnostics

/// A call of a handler.
package struct HandlerUse: Sendable, Hashable {
    /// A value that the handler receives.
    package struct Input: Sendable, Hashable {
        /// The name of the input port.
        package var port: ByteString
        /// The value.
        package var source: Source
        /// Whether the value is secret, so that traces replace it even if the type of its slot is not secret.
        package var isSecret: Bool

        /// Creates an input with its source.
        package init(port: ByteString, source: Source, isSecret: Bool = false) {
            self.port = port
            self.source = source
            self.isSecret = isSecret
        }
    }

    /// A value that the handler returns.
    package struct Output: Sendable, Hashable {
        /// The name of the output port.
        package var port: ByteString
        /// The slot that stores the value.
        package var slot: SlotID
        /// Whether a result without the value is a failure of the handler.
        package var isRequired: Bool
        /// Whether the handler declares the value secret.
        package var isSecret: Bool

        /// Creates an output with its slot.
        package init(port: ByteString, slot: SlotID, isRequired: Bool, isSecret: Bool = false) {
            self.port = port
            self.slot = slot
            self.isRequired = isRequired
            self.isSecret = isSecret
        }
    }

    package var handler: ByteString
    /// The values that the handler receives.
    package var inputs: [Input]
    /// The values that the handler returns.
    package var outputs: [Output]

    /// Creates the use of a handler.
    package init(handler: ByteString, inputs: [Input], outputs: [Output]) {
        self.handler = handler
        self.inputs = inputs
        self.outputs = outputs
    }
}
