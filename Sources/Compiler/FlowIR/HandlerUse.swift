package import FlowDiagnostics

/// A call of a handler.
@usableFromInline
package struct HandlerUse: Sendable, Hashable {
    /// A value that the handler receives.
    package struct Input: Sendable, Hashable {
        package var port: ByteString
        package var source: Source
        /// Whether traces replace the value even if the types of its slots are not secret.
        package var isSecret: Bool

        package init(port: ByteString, source: Source, isSecret: Bool = false) {
            self.port = port
            self.source = source
            self.isSecret = isSecret
        }
    }

    /// A value that the handler returns.
    package struct Output: Sendable, Hashable {
        package var port: ByteString
        package var slot: SlotID
        /// Whether a result without the value is a failure of the handler.
        package var isRequired: Bool
        /// Whether the handler declares the value secret.
        package var isSecret: Bool

        package init(port: ByteString, slot: SlotID, isRequired: Bool, isSecret: Bool = false) {
            self.port = port
            self.slot = slot
            self.isRequired = isRequired
            self.isSecret = isSecret
        }
    }

    package var handler: ByteString
    package var inputs: [Input]
    package var outputs: [Output]

    package init(handler: ByteString, inputs: [Input], outputs: [Output]) {
        self.handler = handler
        self.inputs = inputs
        self.outputs = outputs
    }
}
