package import FlowTool

/// Where a conversation writes; whole texts, never mixed with each other.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Writes with a closure, which is called by one task at a time.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let turn = Guarded(())
        self.write = { text in turn.withLock { _ in write(text) } }
    }

    /// Writes a text.
    package func callAsFunction(_ text: SafeText) { write(text) }
}
