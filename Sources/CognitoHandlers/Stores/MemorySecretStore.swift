public import FlowCore

/// Stores secrets in memory, for tests.
public final class MemorySecretStore: SecretStore, Redacted {
    private let entries = Locked<[SecretKey: SecretEntry]>([:])

    /// Creates an empty store.
    public init() {}

    /// Returns the entry under a key, or nil if there is none.
    public func entry(_ key: SecretKey) -> SecretEntry? { entries.withLock { $0[key] } }

    /// Stores an entry.
    /// - Returns: the version of the new entry.
    /// - Throws: ``SecretStoreFailure/changed`` if the stored entry is not the expected one.
    @discardableResult
    public func store(_ content: [UInt8], under key: SecretKey, replacing previous: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        try entries.withLock { entries throws(SecretStoreFailure) in
            guard previous.allows(entries[key]?.version) else { throw .changed }
            let version = SecretVersion()
            entries[key] = SecretEntry(content: content, version: version)
            return version
        }
    }

    /// Removes the entry under a key, if there is one.
    public func remove(_ key: SecretKey) { entries.withLock { $0[key] = nil } }

    /// Removes all entries of a scope.
    public func removeAll(in scope: SecretScope) {
        entries.withLock { entries in entries = entries.filter { $0.key.scope != scope } }
    }

    /// Removes the entries of a scope that satisfy a predicate.
    /// - Returns: the number of removed entries.
    public func removeAll(in scope: SecretScope, where shouldRemove: (SecretEntry) -> Bool) -> Int? {
        entries.withLock { entries in
            let count = entries.count
            entries = entries.filter { $0.key.scope != scope || !shouldRemove($0.value) }
            return count - entries.count
        }
    }
}

extension SecretPrecondition {
    /// Returns whether a write with this precondition may replace the stored entry.
    /// - Parameter version: the version of the stored entry, or nil if there is none.
    /// - Returns: true if the stored entry is the expected one.
    package func allows(_ version: SecretVersion?) -> Bool {
        switch self {
        case .any: true
        case .absent: version == nil
        case .version(let wanted): version == wanted
        }
    }
}
