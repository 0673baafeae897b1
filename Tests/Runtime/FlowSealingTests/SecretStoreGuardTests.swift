import CognitoFlows
import CognitoHandlers
import FlowSealing
import Foundation
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

extension SecretStoreGuardTests {
    @Test("sweeping removes what is over, ended or damaged, and neither what can be gone on with nor another scope's")
    func sweep() async throws {
        let folder = "/tmp/flowc-sweep-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sample = try await Sample()
        for store in [MemorySecretStore(), FileSecretStore(path: folder)] as [any SecretStore] {
            let keeper = SecretStoreGuard(store, poolID: "p", clientID: "c")
            let other = SecretStoreGuard(store, poolID: "p", clientID: "d")
            var signIns: [SnapshotID] = []
            for expiry in [999, 1_000, 1_001] as [UInt64] {
                let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
                signIns.append(try await snapshots.begin(sample.state, expiry: expiry).snapshot.signIn)
            }
            let elsewhere = try await GuardedSnapshots(try sample.sealer(), guardedBy: other)
                .begin(sample.state, expiry: 1).snapshot.signIn
            let scope = SecretScope(kind: "sign-ins", poolID: "p", clientID: "c")
            for (name, content) in [("ended", []), ("foreign", [1, 2, 3])] as [(String, [UInt8])] {
                try store.store(content, under: SecretKey(scope, name), replacing: .any)
            }
            try await keeper.sweep(before: 1_000)
            var left: [UInt64?] = []
            for signIn in signIns { left.append(try await keeper.entry(of: signIn)?.expiry) }
            #expect(left == [nil, nil, 1_001])
            #expect(
                try store.entry(SecretKey(scope, "ended")) == nil && store.entry(SecretKey(scope, "foreign")) == nil)
            #expect(try await other.entry(of: elsewhere) != nil)
        }
    }

    @Test("a store that lists nothing says so")
    func cannotSweep() async throws {
        let store = OvertakenStore(inner: MemorySecretStore(), rival: [])
        await #expect(throws: FlowSnapshotError.cannotSweep) {
            try await SecretStoreGuard(store, poolID: "p", clientID: "c").sweep(before: 0)
        }
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
