package import FlowTool

/// Writes the texts of a conversation, each as a whole.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Creates a writer from a closure, which is called by one task at a time.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let turn = Guarded(())
        self.write = { text in turn.withLock { _ in write(text) } }
    }

    /// Writes a text.
    package func callAsFunction(_ text: SafeText) { write(text) }
}
