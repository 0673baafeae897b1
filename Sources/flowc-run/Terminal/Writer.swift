package import FlowTool

/// Writes whole texts of a conversation, without interleaving them.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Creates a writer from a closure, which one task at a time calls.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let turn = Guarded(())
        self.write = { text in turn.withLock { _ in write(text) } }
    }

    package func callAsFunction(_ text: SafeText) { write(text) }
}
