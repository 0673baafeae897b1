package import FlowTool

/// Writes texts one at a time, even if several tasks write.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Creates a writer that passes texts to a closure. Only one task at a time calls the closure.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let lock = Guarded(())
        self.write = { text in lock.withLock { _ in write(text) } }
    }

    /// Writes a text.
    package func callAsFunction(_ text: SafeText) { write(text) }
}
