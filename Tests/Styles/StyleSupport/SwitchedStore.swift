package import CognitoHandlers
import Dispatch
import Synchronization

/// A store in memory that can be locked, damaged, held up and silenced.
package final class SwitchedStore: SecretStore {
    private struct Content {
        var isReadable = true
        var isWritable = true
        var isBroken = false
        var change: (@Sendable () -> Void)?
    }

    private let inner = MemorySecretStore()
    private let content = Mutex(Content())
    private let gate = DispatchSemaphore(value: 1)

    /// An open store.
    package init() {}

    /// Locks the store as a whole, or for writing alone, or opens it.
    package func lock(reading: Bool = false, writing: Bool = false) {
        content.withLock { ($0.isReadable, $0.isWritable) = (!reading, !writing) }
    }

    /// Has no call return until ``answer()``.
    package func silence() { gate.wait() }

    /// Has the calls return again.
    package func answer() { gate.signal() }

    /// Waits while the store is silent.
    private func pass() {
        gate.wait()
        gate.signal()
    }

    /// Has every entry be damaged until it is written anew.
    package func damage() { content.withLock { $0.isBroken = true } }

    /// Has something happen before the next write of an entry.
    package func beforeNextWrite(_ change: @escaping @Sendable () -> Void) { content.withLock { $0.change = change } }

    package func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        pass()
        let (isReadable, isBroken) = content.withLock { ($0.isReadable, $0.isBroken) }
        guard isReadable else { throw .unavailable("locked") }
        if isBroken { throw .broken("damaged") }
        return inner.entry(key)
    }

    package func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        pass()
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
        pass()
        try requireWritable()
        inner.remove(key)
    }

    package func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        pass()
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
