import CognitoFlows
import FlowSealing
import TestSupport
import Testing

/// What keeps sign-ins, printed, interpolated, dumped and walked by mirrors.
@Suite("keys and snapshots show nothing")
struct SealingRedactionTests {
    /// Bytes of a key that look like nothing else.
    private static let planted = (0..<32).map { UInt8(truncatingIfNeeded: 131 &+ 29 &* $0) }

    private struct Control { let bytes: [UInt8] }

    @Test("the search finds bytes in whatever way they are shown")
    func control() {
        #expect(shows(Control(bytes: Self.planted), Self.planted))
        #expect(shows([Control(bytes: Self.planted)], Self.planted))
        #expect(shows("6b65790a", Array("key\n".utf8)))
        #expect(!shows(Control(bytes: Array(Self.planted.reversed())), Self.planted))
    }

    @Test("a key ring, its keys, and what holds them")
    func keys() async throws {
        let key = try #require(SnapshotKeyring.Key(id: "k1", secret: Self.planted))
        let ring = SnapshotKeyring(key, older: [key])
        let sample = try await Sample()
        let sealer = try sample.sealer(ring: ring)
        let keeper = MemorySnapshotGuard()
        let values: [Any] = [
            key, ring, [ring], ["ring": ring], sealer, GuardedSnapshots(sealer, guardedBy: keeper),
            SignInSealing(ring, guardedBy: keeper), keeper,
        ]
        for value in values { #expect(!shows(value, Self.planted), "\(type(of: value))") }
    }

    @Test("ids, bindings and entries of a guard")
    func others() async throws {
        let sample = try await Sample()
        let sealed = try sample.sealer().seal(sample.snapshot)
        let id = SnapshotID()
        let entry = SnapshotGuardEntry(generation: id, sealed: sealed)
        #expect(!shows(entry, sealed) && !shows(entry, id.bytes) && !shows(id, id.bytes))
        #expect(!shown(SnapshotBinding(poolID: "planted-pool", clientID: "c")).contains("["))
    }
}
