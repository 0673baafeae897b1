import FlowCore
import FlowSealing
import FlowTable
import TestSupport
import Testing

@Suite("sealed snapshots")
struct SnapshotTests {
    @Test("every flipped bit and every truncation is refused, and so is a byte too many")
    func damage() async throws {
        let sample = try await Sample()
        let sealer = try sample.sealer()
        let bytes = try sealer.seal(sample.snapshot)
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << bit
                let fault = error { try sealer.open(damaged, now: 1) }
                // The id of the key is asked for before the tag is.
                #expect(fault == .broken || fault == .unknownKey && (3..<6).contains(place), "\(place)")
            }
            let fault = error { try sealer.open(Array(bytes[..<place]), now: 1) }
            #expect(fault == .broken, "\(place)")
        }
        #expect(error { try sealer.open(bytes + [0], now: 1) } == .broken)
        #expect(error { try sealer.open(bytes, now: 1) } == nil)
    }

    @Test("the decoder itself refuses every truncation, wrong count and byte too many, and never traps")
    func decoding() async throws {
        let sample = try await Sample()
        let sealer = try sample.sealer()
        let plain = try sealer.unsealed(sample.snapshot)
        _ = try sealer.read(unsealed: plain, expiry: 9)
        for place in plain.indices {
            #expect(error { try sealer.read(unsealed: Array(plain[..<place]), expiry: 9) } == .broken, "\(place)")
            for byte in UInt8.min ... .max {
                var changed = plain
                changed[place] = byte
                guard let read = try? sealer.read(unsealed: changed, expiry: 9) else { continue }
                // Whatever is read is written the same: no two forms mean one snapshot.
                let restored = try? FlowSession(restoring: read.state, sample.table)
                #expect(restored != nil || byte != plain[place])
                #expect(try sealer.unsealed(read) == changed, "\(place)")
            }
        }
        #expect(error { try sealer.read(unsealed: plain + [0], expiry: 9) } == .broken)
    }

    @Test("a sign-in goes on from its sealed bytes as it stood")
    func roundTrip() async throws {
        let sample = try await Sample()
        let sealer = try sample.sealer()
        let opened = try sealer.open(try sealer.seal(sample.snapshot), now: 999)
        #expect(opened.state.values == sample.state.values)
        #expect(opened.state.state == sample.state.state && opened.state.counters == sample.state.counters)
        let session = try FlowSession(restoring: opened.state, sample.table)
        #expect(session.presentation?.step == "ENTER_CODE")
        #expect(opened.phase == .presented && opened.expiry == 1000)
    }

    @Test("header and sealed part of two snapshots do not fit together, wherever they are cut")
    func swaps() async throws {
        let sample = try await Sample()
        let sealer = try sample.sealer()
        let (one, two) = (try sealer.seal(sample.snapshot), try sealer.seal(sample.snapshot))
        try #require(one.count == two.count)
        // The first 6 bytes are the same: version and id of the key.
        for cut in 7..<one.count where one[cut...] != two[cut...] && one[..<cut] != two[..<cut] {
            #expect(error { try sealer.open(Array(one[..<cut] + two[cut...]), now: 1) } == .broken, "\(cut)")
        }
        let later = try sealer.seal(FlowSnapshot(first: sample.state, expiry: 2000))
        let expiry = 3 + 1 + 2 + 32
        var moved = one
        moved.replaceSubrange(expiry..<expiry + 8, with: later[expiry..<expiry + 8])
        #expect(error { try sealer.open(moved, now: 1500) } == .broken)
    }

    @Test("another pool, client, user or table is said by name, time after it")
    func bindings() async throws {
        let sample = try await Sample()
        let bytes = try sample.sealer().seal(sample.snapshot)
        func opened(_ sealer: SnapshotSealer, now: UInt64 = 1) -> FlowSnapshotError? {
            error { try sealer.open(bytes, now: now) }
        }
        #expect(opened(try sample.sealer(pool: "other")) == .anotherBinding(.pool))
        #expect(opened(try sample.sealer(client: "other")) == .anotherBinding(.client))
        #expect(opened(try sample.sealer(user: "other")) == .anotherBinding(.user))
        #expect(opened(try sample.sealer(user: "other"), now: 1000) == .anotherBinding(.user))
        #expect(opened(try sample.sealer(), now: 999) == nil)
        #expect(opened(try sample.sealer(), now: 1000) == .expired)
        let other = SnapshotSealer(
            try Sample.otherTable(),
            binding: SnapshotBinding(poolID: "pool", clientID: "client", user: Array("web".utf8)),
            seal: SnapshotKeyring(try Sample.key("k1", 1)))
        #expect(opened(other) == .anotherTable)
    }

    @Test("a rotated key opens, a removed one does not, another secret under its id neither")
    func keys() async throws {
        let sample = try await Sample()
        let old = try sample.sealer().seal(sample.snapshot)
        let (first, second) = (try Sample.key("k1", 1), try Sample.key("k2", 2))
        let both = try sample.sealer(ring: SnapshotKeyring(second, older: [first]))
        #expect(error { try both.open(old, now: 1) } == nil)
        let new = try both.seal(sample.snapshot)
        #expect(error { try sample.sealer().open(new, now: 1) } == .unknownKey)
        #expect(error { try sample.sealer(ring: SnapshotKeyring(second)).open(new, now: 1) } == nil)
        #expect(error { try sample.sealer(ring: SnapshotKeyring(second)).open(old, now: 1) } == .unknownKey)
        #expect(error { try sample.sealer(ring: SnapshotKeyring(Sample.key("k1", 3))).open(old, now: 1) } == .broken)
    }

    @Test("the key and the nonce of a snapshot are those of HKDF (RFC 5869)")
    func derivation() throws {
        let key = try #require(SnapshotKeyring.Key(id: "k", secret: Array(0..<32)))
        let sealed = try SnapshotKeyring(key).seal(
            Array("a pending sign-in".utf8), authenticating: Array("header".utf8), salt: Array(100..<132))
        let digits = sealed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        // Python: hmac, and AESGCM of the package cryptography.
        #expect(digits == "9df3c263f9554d08e467a30a25d2a1054731fb0ea6ba641ffbcbf721cc96d70b3f")
    }

    @Test("no salt comes twice, and no secret stands in sealed bytes")
    func salts() async throws {
        let sample = try await Sample()
        let sealer = try sample.sealer()
        let plain = String(decoding: try sealer.unsealed(sample.snapshot), as: UTF8.self)
        // What is looked for is there before it is sealed.
        for secret in ["planted-session", "ana"] { #expect(plain.contains(secret)) }
        var salts: Set<[UInt8]> = []
        for _ in 0..<5000 { salts.insert(Array(try sealer.seal(sample.snapshot)[6..<38])) }
        #expect(salts.count == 5000)
        let sealed = String(decoding: try sealer.seal(sample.snapshot), as: UTF8.self)
        for secret in ["planted", "client"] { #expect(!sealed.contains(secret)) }
        #expect(try sealer.seal(sample.snapshot).count < 600)
    }
}
