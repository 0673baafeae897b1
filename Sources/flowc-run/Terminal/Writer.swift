import Foundation

/// Where a conversation writes; whole texts, never mixed with each other.
package struct Writer: Sendable {
    private let write: @Sendable (String) -> Void

    /// Writes with a closure, which is called by one task at a time.
    package init(_ write: @escaping @Sendable (String) -> Void) {
        let lock = NSLock()
        self.write = { text in lock.withLock { write(text) } }
    }

    /// Writes a text.
    package func callAsFunction(_ text: String) { write(text) }
}
