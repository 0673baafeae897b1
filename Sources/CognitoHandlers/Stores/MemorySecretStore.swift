import Foundation

/// Keeps secrets as long as the process runs, for tests.
public final class MemorySecretStore: SecretStore, @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [SecretKey: SecretEntry] = [:]

    /// Nothing stored yet.
    public init() {}

    /// The entry under a key.
    public func entry(_ key: SecretKey) -> SecretEntry? {
        lock.lock()
        defer { lock.unlock() }
        return entries[key]
    }

    /// Stores an entry.
    /// - Throws: ``SecretStoreFailure/changed``.
    @discardableResult
    public func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        lock.lock()
        defer { lock.unlock() }
        guard former.allows(entries[key]?.version) else { throw .changed }
        let version = SecretVersion()
        entries[key] = SecretEntry(content: content, version: version)
        return version
    }

    /// Removes an entry.
    public func remove(_ key: SecretKey) {
        lock.lock()
        defer { lock.unlock() }
        entries[key] = nil
    }

    /// Removes all entries of a scope.
    public func removeAll(in scope: SecretScope) {
        lock.lock()
        defer { lock.unlock() }
        entries = entries.filter { $0.key.scope != scope }
    }
}

extension SecretPrecondition {
    /// Whether an entry of this version, or none, may be replaced.
    package func allows(_ version: SecretVersion?) -> Bool {
        switch self {
        case .any: true
        case .absent: version == nil
        case .version(let wanted): version == wanted
        }
    }
}
