package import CognitoHandlers
import Synchronization

/// A store that has something happen before or after one of its calls, counted from 1.
package final class WatchedStore: SecretStore {
    private struct Content {
        var moment = 0
        var awaited = 0
        var happen: (@Sendable () -> Void)?
    }

    private let inner: any SecretStore
    private let content = Mutex(Content())

    /// A store that passes everything on to another one.
    package init(_ inner: any SecretStore) {
        self.inner = inner
    }

    /// Whether the moment has come.
    package var hasHappened: Bool { content.withLock { $0.moment >= $0.awaited } }

    /// Has something happen at a moment.
    package func at(_ moment: Int, _ happen: @escaping @Sendable () -> Void) {
        content.withLock { $0 = Content(awaited: moment, happen: happen) }
    }

    private func pass() {
        let happen = content.withLock { content in
            content.moment += 1
            return content.moment == content.awaited ? content.happen : nil
        }
        happen?()
    }

    package func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        pass()
        defer { pass() }
        return try inner.entry(key)
    }

    package func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        pass()
        defer { pass() }
        return try inner.store(content, under: key, replacing: former)
    }

    package func remove(_ key: SecretKey) throws(SecretStoreFailure) { try inner.remove(key) }

    package func removeAll(in scope: SecretScope) throws(SecretStoreFailure) { try inner.removeAll(in: scope) }
}
