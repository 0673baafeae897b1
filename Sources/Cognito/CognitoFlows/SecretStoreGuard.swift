public import CognitoHandlers
public import FlowCore
public import FlowSealing

/// Settings for storing a pending sign-in between launches. The library encrypts the sign-in for its pool and app
/// client, and rejects older snapshots.
public struct SignInSealing: Sendable, Redacted {
    private let seal: any SnapshotSeal
    private let guardStore: any SnapshotGuard
    private let user: [UInt8]
    private let seconds: Int64

    /// Creates settings for storing an app's pending sign-ins.
    /// - Parameters:
    ///   - seal: encrypts and decrypts with the app's keys, such as a `SnapshotKeyring`.
    ///   - guardStore: the guard, which remembers the latest snapshot of each sign-in, such as a ``SecretStoreGuard``.
    ///   - user: an id to which a sign-in is bound, in addition to the pool and the app client. It can be the id of a
    ///     web session, and may be empty.
    ///   - seconds: the time in seconds during which a host can resume a sign-in.
    public init(
        _ seal: any SnapshotSeal, guardedBy guardStore: any SnapshotGuard, user: [UInt8] = [], seconds: Int64 = 900
    ) {
        self.seal = seal
        self.guardStore = guardStore
        self.user = user
        self.seconds = seconds
    }

    /// Returns the store of a flow's snapshots, sealed for the pool, the app client and the user.
    /// - Throws: `TableError` if the flow's table is damaged.
    package func snapshots(of flow: ShippedFlow, in app: CognitoApp) throws -> GuardedSnapshots {
        let binding = SnapshotBinding(poolID: app.settings.poolID, clientID: app.clientID, user: user)
        let sealer = SnapshotSealer(try flow.table(), binding: binding, seal: seal)
        return GuardedSnapshots(sealer, guardedBy: guardStore)
    }

    /// Creates the journal of a new sign-in, which expires after the configured time.
    /// - Throws: `TableError` if the flow's table is damaged.
    package func journal(of flow: ShippedFlow, in app: CognitoApp) throws -> SnapshotJournal {
        // An overflowing sum is negative, so the sign-in then expires immediately.
        SnapshotJournal(
            try snapshots(of: flow, in: app),
            expiry: UInt64(clamping: app.settings.now().addingReportingOverflow(seconds).partialValue))
    }
}

/// A guard that stores snapshots in a `SecretStore`. All processes that share the store share the guard.
public struct SecretStoreGuard: SnapshotGuard, Redacted {
    private let queue: SecretStoreQueue
    private let scope: SecretScope

    /// Creates the guard of an app client's sign-ins.
    /// - Parameters:
    ///   - store: stores the snapshots.
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    public init(_ store: any SecretStore, poolID: String, clientID: String) {
        queue = .shared(for: store)
        scope = SecretScope(kind: "sign-ins", poolID: poolID, clientID: clientID)
    }

    /// Returns the latest snapshot of a sign-in.
    /// - Returns: nil if the sign-in has ended or never began, or if its entry is damaged.
    /// - Throws: `FlowSnapshotError.guardUnavailable` if the store fails or is too slow.
    public func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? {
        let key = entryKey(of: signIn)
        return try await run { store throws(SecretStoreFailure) in
            try store.readableEntry(under: key).flatMap { Self.decoded($0.content) }
        }
    }

    /// Replaces the latest snapshot of a sign-in atomically, or ends the sign-in if `entry` is nil.
    ///
    /// If `previous` is nil, `entry` is the first snapshot of the sign-in.
    /// - Throws: `FlowSnapshotError.spent` if the latest snapshot is not `previous`, or the sign-in has ended;
    ///   `FlowSnapshotError.guardUnavailable`, after which a slow store may still replace the snapshot.
    public func replace(_ previous: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    {
        let key = entryKey(of: signIn)
        try await run { store throws(SecretStoreFailure) in
            let stored = try store.readableEntry(under: key)
            let latest = stored.flatMap { Self.decoded($0.content) }
            // A first snapshot must not replace the empty entry of a sign-in that has ended.
            guard latest?.generation == previous, previous != nil || stored == nil else { throw .changed }
            let precondition = stored.map { SecretPrecondition.version($0.version) } ?? .absent
            // The end is first written as an empty entry, because a removal cannot name a version. If the removal
            // fails, the empty entry remains, which has the same meaning.
            let content = entry.map { $0.generation.bytes + $0.sealed } ?? []
            try store.store(content, under: key, replacing: precondition)
            if entry == nil { try? store.remove(key) }
        }
    }

    /// Removes the entries of sign-ins that have expired by `time`, and entries that are not snapshots.
    /// - Throws: `FlowSnapshotError.guardUnavailable`; `FlowSnapshotError.cannotSweep` if the store cannot list
    ///   its entries.
    public func sweep(before time: UInt64) async throws(FlowSnapshotError) {
        let scope = scope
        let count = try await run { store throws(SecretStoreFailure) in
            try store.removeAll(in: scope) { (Self.decoded($0.content)?.expiry ?? 0) <= time }
        }
        guard count != nil else { throw .cannotSweep }
    }

    /// Returns the key of a sign-in's entry: the bytes of the sign-in's id in hexadecimal, separated by hyphens.
    ///
    /// The numbers have no leading zeros, so without hyphens, two ids could have the same key.
    private func entryKey(of signIn: SnapshotID) -> SecretKey {
        SecretKey(scope, signIn.bytes.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    /// Runs an operation on the store's queue, and returns its result.
    /// - Throws: `FlowSnapshotError.spent` if the stored entry is not the one to be replaced;
    ///   `FlowSnapshotError.guardUnavailable` for any other failure, and on a timeout.
    private func run<Value: Sendable>(
        _ operation: @escaping @Sendable (any SecretStore) throws(SecretStoreFailure) -> Value
    ) async throws(FlowSnapshotError) -> Value {
        let store = queue.store
        do throws(SecretStoreFailure) {
            return try await queue.run { () throws(SecretStoreFailure) in try operation(store) }
        } catch {
            throw error == .changed ? .spent : .guardUnavailable
        }
    }

    /// Parses the content of an entry, which is the generation and then the sealed snapshot.
    /// - Returns: nil if the content is too short, as it is after the end of a sign-in.
    private static func decoded(_ content: [UInt8]) -> SnapshotGuardEntry? {
        guard let generation = SnapshotID(Array(content.prefix(SnapshotID.byteCount))) else { return nil }
        return SnapshotGuardEntry(generation: generation, sealed: Array(content.dropFirst(SnapshotID.byteCount)))
    }
}

extension SecretStore {
    /// Returns the entry under a key, or nil if there is none or it is damaged. A sign-in with a damaged entry cannot
    /// be resumed. Throws any other failure of the store.
    fileprivate func readableEntry(under key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        do throws(SecretStoreFailure) {
            return try entry(key)
        } catch {
            guard case .broken = error else { throw error }
            return nil
        }
    }
}
