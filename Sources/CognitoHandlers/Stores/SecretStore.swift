public import FlowCore

/// Keeps small secrets under keys: the store beneath tokens and remembered devices.
///
/// Calls block until the change is made, so that what a caller was promised holds when the call returns: a sign-out, also in
/// an app that ends right after it. They are quick in a file system and in a key chain; a store that waits for a network
/// belongs behind one that does not.
///
/// One object stands for one store: its calls come one after the other, from a thread of its own. A store that never answers holds
/// up that thread alone, and every caller waits for a limited time.
///
/// Each entry has a ``SecretVersion`` that no other write has. A change can name the version that it is meant to replace
/// (compare-and-set), and fails as ``SecretStoreFailure/changed`` where another process was faster. Writing and removing without
/// a version never read the entry, so a damaged one can always be replaced.
public protocol SecretStore: AnyObject, Sendable {
    /// The entry under a key.
    /// - Returns: nil if there is none.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read now, ``SecretStoreFailure/broken(_:)`` if the
    ///   entry is damaged.
    func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry?
    /// Stores an entry as a whole: after a kill at any instant the old one is there or the new one.
    /// - Parameters:
    ///   - content: the secret.
    ///   - key: where it is stored.
    ///   - former: the entry that it replaces.
    /// - Returns: the version of the new entry.
    /// - Throws: ``SecretStoreFailure/changed`` if another entry stands there than the one to be replaced;
    ///   ``SecretStoreFailure/unavailable(_:)`` if nothing can be written now.
    @discardableResult
    func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    /// Removes the entry under a key, whatever it holds. That there is none is no error.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; the entry may be there then.
    func remove(_ key: SecretKey) throws(SecretStoreFailure)
    /// Removes all entries of a scope.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; some entries may be there then.
    func removeAll(in scope: SecretScope) throws(SecretStoreFailure)
    /// Removes those entries of a scope that a test selects, and the damaged ones. An entry that was replaced since it was read stays.
    /// - Parameters:
    ///   - scope: the scope.
    ///   - isOver: whether an entry is to go.
    /// - Returns: the number of entries removed; nil, as by default, if the store cannot list its entries.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``; some of the entries may be there then.
    func removeAll(in scope: SecretScope, where isOver: (SecretEntry) -> Bool) throws(SecretStoreFailure) -> Int?
}

extension SecretStore {
    /// For stores that cannot list their entries.
    /// - Returns: nil.
    public func removeAll(in scope: SecretScope, where isOver: (SecretEntry) -> Bool) throws(SecretStoreFailure) -> Int?
    {
        nil
    }
}

/// The kind of secret and its owner: entries of two app clients, or of two pools, never meet.
public struct SecretScope: Sendable, Hashable {
    /// The kind of secrets: `tokens`, `devices` or `sign-ins`.
    public let kind: String
    /// The id of the user pool.
    public let poolID: String
    /// The id of the app client; empty where the secrets belong to the pool, as devices do.
    public let clientID: String

    /// A scope.
    public init(kind: String, poolID: String, clientID: String = "") {
        self.kind = kind
        self.poolID = poolID
        self.clientID = clientID
    }

    /// The scope as one text; ids of pools and app clients have no `/`.
    public var text: String { "\(kind)/\(poolID)/\(clientID)" }
}

/// Where a secret is stored.
public struct SecretKey: Sendable, Hashable {
    /// Whose it is.
    public let scope: SecretScope
    /// The name within the scope, such as a user's: its bytes count, since Swift's `==` takes é and e´ for the same and the
    /// service does not.
    public let name: [UInt8]

    /// A key.
    public init(_ scope: SecretScope, _ name: String) {
        self.scope = scope
        self.name = Array(name.utf8)
    }
}

/// Tells two writes of an entry apart, also where a store was restored from a backup: 16 random bytes.
public struct SecretVersion: Sendable, Hashable {
    /// Number of bytes of a version.
    public static let byteCount = 16
    /// The bytes.
    public let bytes: [UInt8]

    /// A version that no other entry has.
    public init() {
        bytes = CognitoRandom.system(Self.byteCount)
    }

    /// A version that was written before.
    /// - Returns: nil unless there are ``byteCount`` bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// A secret, and which write it is of.
public struct SecretEntry: Sendable, Hashable, Redacted {
    /// The secret.
    public let content: [UInt8]
    /// Which write it is of.
    public let version: SecretVersion

    /// An entry.
    public init(content: [UInt8], version: SecretVersion) {
        self.content = content
        self.version = version
    }
}

/// The entry that a write replaces.
public enum SecretPrecondition: Sendable, Hashable {
    /// Whatever is there, a damaged entry too.
    case any
    /// None is there.
    case absent
    /// The entry of this version.
    case version(SecretVersion)
}

/// Why a store could not do something. The texts name no secret.
public enum SecretStoreFailure: Error, Sendable, Hashable {
    /// Another entry stands there than the one that was to be replaced.
    case changed
    /// The store cannot be read or written now, such as a locked key chain or a full disk; nothing is known of the entry.
    case unavailable(String)
    /// The entry is damaged. It can be replaced and removed.
    case broken(String)
}
