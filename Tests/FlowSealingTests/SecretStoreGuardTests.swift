import CognitoFlows
import CognitoHandlers
import FlowSealing
import Testing

@Suite("a guard over a secret store")
struct SecretStoreGuardTests {
    @Test("who is overtaken between reading and writing has lost, at the first snapshot, at a later one and at the end")
    func overtaken() async throws {
        let (signIn, first) = (SnapshotID(), SnapshotGuardEntry(generation: SnapshotID(), sealed: [1]))
        let next = SnapshotGuardEntry(generation: SnapshotID(), sealed: [2])
        for (former, successor) in [(nil, first), (first, next), (first, nil)]
            as [(SnapshotGuardEntry?, SnapshotGuardEntry?)]
        {
            let inner = MemorySecretStore()
            if let former {
                try await SecretStoreGuard(inner, poolID: "p", clientID: "c").replace(nil, of: signIn, by: former)
            }
            let rival = SnapshotGuardEntry(generation: SnapshotID(), sealed: [3])
            let slow = SecretStoreGuard(
                OvertakenStore(inner: inner, rival: rival.generation.bytes + rival.sealed), poolID: "p", clientID: "c")
            await #expect(throws: FlowSnapshotError.spent) {
                try await slow.replace(former?.generation, of: signIn, by: successor)
            }
            let left = try await SecretStoreGuard(inner, poolID: "p", clientID: "c").entry(of: signIn)
            #expect(left == rival)
        }
    }

    @Test("a sign-in that was ended by a process killed before the removal has ended, and never begins again")
    func tombstone() async throws {
        let (signIn, first) = (SnapshotID(), SnapshotGuardEntry(generation: SnapshotID(), sealed: [1]))
        let store = MemorySecretStore()
        let keeper = SecretStoreGuard(store, poolID: "p", clientID: "c")
        // The rival's entry without content is what such a process leaves.
        let killed = SecretStoreGuard(OvertakenStore(inner: store, rival: []), poolID: "p", clientID: "c")
        _ = try await killed.entry(of: signIn)
        #expect(try await keeper.entry(of: signIn) == nil)
        await #expect(throws: FlowSnapshotError.spent) { try await keeper.replace(nil, of: signIn, by: first) }
    }
}

/// A store in which another process writes right after each reading.
private final class OvertakenStore: SecretStore {
    private let inner: MemorySecretStore
    private let rival: [UInt8]

    init(inner: MemorySecretStore, rival: [UInt8]) {
        (self.inner, self.rival) = (inner, rival)
    }

    func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        let entry = inner.entry(key)
        try inner.store(rival, under: key, replacing: .any)
        return entry
    }

    func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    { try inner.store(content, under: key, replacing: former) }

    func remove(_ key: SecretKey) throws(SecretStoreFailure) { inner.remove(key) }

    func removeAll(in scope: SecretScope) throws(SecretStoreFailure) { inner.removeAll(in: scope) }
}
