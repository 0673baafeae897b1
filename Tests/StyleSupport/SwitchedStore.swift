package import CognitoHandlers
import Synchronization

/// A store in memory that can be locked, damaged and held up.
package final class SwitchedStore: SecretStore {
    private struct Content {
        var isReadable = true
        var isWritable = true
        var isBroken = false
        var change: (@Sendable () -> Void)?
    }

    private let inner = MemorySecretStore()
    private let content = Mutex(Content())

    /// An open store.
    package init() {}

    /// Locks the store as a whole, or for writing alone, or opens it.
    package func lock(reading: Bool = false, writing: Bool = false) {
        content.withLock { ($0.isReadable, $0.isWritable) = (!reading, !writing) }
    }

    /// Has every entry be damaged until it is written anew.
    package func damage() { content.withLock { $0.isBroken = true } }

    /// Has something happen before the next write of an entry.
    package func beforeNextWrite(_ change: @escaping @Sendable () -> Void) { content.withLock { $0.change = change } }

    package func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        let (isReadable, isBroken) = content.withLock { ($0.isReadable, $0.isBroken) }
        guard isReadable else { throw .unavailable("locked") }
        if isBroken { throw .broken("damaged") }
        return inner.entry(key)
    }

    package func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        let change = self.content.withLock { content in
            defer { content.change = nil }
            return content.change
        }
        change?()
        try requireWritable()
        self.content.withLock { $0.isBroken = false }
        return try inner.store(content, under: key, replacing: former)
    }

    package func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        try requireWritable()
        inner.remove(key)
    }

    package func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        try requireWritable()
        content.withLock { $0.isBroken = false }
        inner.removeAll(in: scope)
    }

    /// The store as another process has it: what it does may come between two calls of this process.
    package var ofAnotherProcess: any SecretStore { Opened(self) }

    private final class Opened: SecretStore {
        private let store: SwitchedStore

        init(_ store: SwitchedStore) {
            self.store = store
        }

        func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? { try store.entry(key) }

        func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
            throws(SecretStoreFailure) -> SecretVersion
        { try store.store(content, under: key, replacing: former) }

        func remove(_ key: SecretKey) throws(SecretStoreFailure) { try store.remove(key) }

        func removeAll(in scope: SecretScope) throws(SecretStoreFailure) { try store.removeAll(in: scope) }
    }

    private func requireWritable() throws(SecretStoreFailure) {
        guard content.withLock({ $0.isWritable }) else { throw .unavailable("locked") }
    }
}
