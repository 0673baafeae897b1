public import CognitoHandlers
public import FlowSealing

/// Remembers the last snapshot of each sign-in in a ``SecretStore``, for all processes that share it.
public struct SecretStoreGuard: SnapshotGuard {
    private let store: any SecretStore
    private let scope: SecretScope

    /// A guard over a store.
    /// - Parameters:
    ///   - store: the store.
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    public init(_ store: any SecretStore, poolID: String, clientID: String) {
        self.store = store
        scope = SecretScope(kind: "sign-ins", poolID: poolID, clientID: clientID)
    }

    /// The last snapshot of a sign-in.
    /// - Returns: nil if the sign-in has ended or never began.
    /// - Throws: ``FlowSnapshotError/guardUnavailable``.
    public func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? {
        try read(key(signIn)).flatMap { Self.decoded($0.content) }
    }

    /// Replaces the last snapshot by its successor.
    /// - Throws: ``FlowSnapshotError/spent``, ``FlowSnapshotError/guardUnavailable``.
    public func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    {
        let key = key(signIn)
        let stored = try read(key)
        guard stored.flatMap({ Self.decoded($0.content) })?.generation == former else { throw .spent }
        guard former != nil || stored == nil else { throw .spent }
        let precondition = stored.map { SecretPrecondition.version($0.version) } ?? .absent
        // The end is an entry without content first: a removal names no version.
        let content = entry.map { $0.generation.bytes + $0.sealed } ?? []
        do throws(SecretStoreFailure) {
            try store.store(content, under: key, replacing: precondition)
        } catch {
            throw error == .changed ? .spent : .guardUnavailable
        }
        if entry == nil { try? store.remove(key) }
    }

    private func key(_ signIn: SnapshotID) -> SecretKey {
        SecretKey(scope, signIn.bytes.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    private func read(_ key: SecretKey) throws(FlowSnapshotError) -> SecretEntry? {
        do throws(SecretStoreFailure) {
            return try store.entry(key)
        } catch {
            throw .guardUnavailable
        }
    }

    private static func decoded(_ content: [UInt8]) -> SnapshotGuardEntry? {
        SnapshotID(Array(content.prefix(SnapshotID.byteCount))).map {
            SnapshotGuardEntry(generation: $0, sealed: Array(content.dropFirst(SnapshotID.byteCount)))
        }
    }
}
