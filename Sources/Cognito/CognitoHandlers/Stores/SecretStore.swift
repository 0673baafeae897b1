public import FlowCore

/// A store of small secrets under keys, such as tokens and remembered devices.
///
/// Calls are synchronous, so a change is complete when the call returns. A sign-out thus holds even if the app exits
/// right after it. File systems and the keychain are fast enough for this. Do not conform a type that waits for a
/// network.
///
/// The library calls each store object on a thread of its own, one call at a time. A store that never returns blocks
/// only that thread, and every caller in the library has a timeout.
///
/// Each entry has a unique ``SecretVersion``. A write can name the version that it replaces (compare-and-set), and
/// fails with ``SecretStoreFailure/changed`` if another process has changed the entry. A write with the precondition
/// `any` and ``remove(_:)`` never read the entry, so a damaged entry can always be replaced.
public protocol SecretStore: AnyObject, Sendable {
    /// Reads the entry under a key.
    /// - Returns: nil if there is none.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read now,
    ///   ``SecretStoreFailure/broken(_:)`` if the entry is damaged.
    func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry?
    /// Stores an entry atomically. If the process is killed during the write, either the old or the new entry is
    /// stored.
    /// - Parameters:
    ///   - content: the secret to store.
    ///   - key: the key to store it under.
    ///   - previous: the entry that it replaces.
    /// - Returns: the version of the new entry.
    /// - Throws: ``SecretStoreFailure/changed`` if the stored entry is not the one to be replaced;
    ///   ``SecretStoreFailure/broken(_:)`` if the store must read the stored entry to compare its version, and the
    ///   entry is damaged; ``SecretStoreFailure/unavailable(_:)`` if the store cannot be written now.
    @discardableResult
    func store(_ content: [UInt8], under key: SecretKey, replacing previous: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    /// Removes the entry under a key, even if it is damaged. A missing entry is not an error.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; the entry may then remain.
    func remove(_ key: SecretKey) throws(SecretStoreFailure)
    /// Removes all entries of a scope.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; some entries may then remain.
    func removeAll(in scope: SecretScope) throws(SecretStoreFailure)
    /// Removes the entries of a scope that satisfy a predicate, and damaged ones. If an entry is replaced after it was
    /// read, the new entry remains.
    /// - Parameters:
    ///   - scope: the kind of secrets and their owner.
    ///   - shouldRemove: returns whether to remove an entry.
    /// - Returns: the number of removed entries, or nil, as by default, if the store cannot list its entries.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; some of the entries may then remain.
    func removeAll(in scope: SecretScope, where shouldRemove: (SecretEntry) -> Bool) throws(SecretStoreFailure) -> Int?
}

extension SecretStore {
    /// Removes nothing and returns nil. By default, a store cannot list its entries.
    public func removeAll(
        in scope: SecretScope, where shouldRemove: (SecretEntry) -> Bool
    ) throws(SecretStoreFailure) -> Int? { nil }
}

/// The kind of secret and its owner. Entries of different app clients or pools never collide.
public struct SecretScope: Sendable, Hashable, Redacted {
    /// The kind of secrets, such as `tokens`, `devices` or `sign-ins`.
    public let kind: String
    /// The id of the user pool.
    public let poolID: String
    /// The id of the app client. It is empty for secrets of the pool, such as devices.
    public let clientID: String

    /// Creates the scope of a kind of secrets of an app client, or of the pool if the client's id is empty.
    public init(kind: String, poolID: String, clientID: String = "") {
        self.kind = kind
        self.poolID = poolID
        self.clientID = clientID
    }

    /// The scope as text. Ids of pools and app clients contain no `/`.
    public var text: String { "\(kind)/\(poolID)/\(clientID)" }
}

/// The key of a secret.
public struct SecretKey: Sendable, Hashable, Redacted {
    /// The kind of secret and its owner.
    public let scope: SecretScope
    /// The name within the scope, such as a user's, as bytes. Swift's `==` treats é and e´ as equal; the service does
    /// not.
    public let name: [UInt8]

    /// Creates the key of a named secret in a scope.
    public init(_ scope: SecretScope, _ name: String) {
        self.scope = scope
        self.name = Array(name.utf8)
    }
}

/// The id of one write of an entry: 16 random bytes, which stay unique when a store is restored from a backup.
public struct SecretVersion: Sendable, Hashable, Redacted {
    /// The length of a version in bytes.
    public static let byteCount = 16
    /// The random bytes.
    public let bytes: [UInt8]

    /// Creates a new random version.
    public init() {
        bytes = CognitoRandom.system(Self.byteCount)
    }

    /// Creates a version from stored bytes.
    /// - Returns: nil unless there are ``byteCount`` bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// A secret and its version.
public struct SecretEntry: Sendable, Hashable, Redacted {
    /// The secret.
    public let content: [UInt8]
    /// The version of the write that stored it.
    public let version: SecretVersion

    /// Creates an entry with the version of the write that stored it.
    public init(content: [UInt8], version: SecretVersion) {
        self.content = content
        self.version = version
    }
}

/// The entry that a write expects to replace.
public enum SecretPrecondition: Sendable, Hashable {
    /// Any entry, even a damaged one. The write also succeeds if there is no entry.
    case any
    /// No entry: the write fails if there is one.
    case absent
    /// The entry with this version.
    case version(SecretVersion)
}

/// Reports why a store operation failed. The texts contain no secrets.
public enum SecretStoreFailure: Error, Sendable, Hashable {
    /// The stored entry is not the one to be replaced.
    case changed
    /// The store cannot be read or written now: the keychain is locked or the disk is full, for example. The state of
    /// the entry is unknown.
    case unavailable(String)
    /// The entry is damaged. You can replace or remove it.
    case broken(String)
}

/// A store of secrets in memory, for tests.
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
