import CognitoFlows
import FlowCore
import FlowSealing
import FlowTable
import TestSupport
import Testing

@Suite("which flow a kept sign-in belongs to")
struct IdentityTests {
    @Test("a table with names and one without have the same identity, another flow has not")
    func names() async throws {
        let named = try SampleFlow.table()
        let stripped = try TransitionTable(verifying: SampleFlow.bytes(names: false))
        #expect(stripped.byteCount < named.byteCount)
        #expect(TableIdentity(of: named) == TableIdentity(of: stripped))
        #expect(TableIdentity(of: named) != TableIdentity(of: try Sample.otherTable()))
        let sample = try await Sample()
        let sealed = try sample.sealer().seal(sample.snapshot)
        let state = try sample.sealer(table: stripped).open(sealed, now: 1).state
        _ = try FlowSession(restoring: state, stripped)
    }

    /// The checksum has 32 bits, so that a table with a given one is found in a second; the identity is not to be found.
    @Test("a plain state under a forged checksum is refused")
    func forgedChecksum() async throws {
        let identify: (TransitionTable) -> [UInt8] = { TableIdentity(of: $0).bytes }
        let table = try TransitionTable(verifying: SampleFlow.bytes(), identifiedBy: identify)
        var session = FlowSession(table)
        _ = session.start(json(#"{"username":"ana","password":"planted-secret"}"#))
        let state = try #require(session.state)
        #expect(state.identity == identify(table))
        _ = try FlowSession(restoring: state, table)

        let other = try Sample.otherTable()
        var forged = state
        forged.checksum = other.checksum
        _ = try FlowSession(restoring: forged, other)
        let bytes = withExtendedLifetime(other) { Array(other.rawBytes) }
        let identified = try TransitionTable(verifying: bytes, identifiedBy: identify)
        #expect(throws: FlowRestoreError.anotherTable) { try FlowSession(restoring: forged, identified) }
        for damage in 0..<32 {
            var damaged = state
            damaged.identity[damage] ^= 1
            #expect(throws: FlowRestoreError.anotherTable) { try FlowSession(restoring: damaged, table) }
        }
        for cut in [[], Array(state.identity.dropLast()), state.identity + [0]] {
            var damaged = state
            damaged.identity = cut
            #expect(throws: FlowRestoreError.anotherTable) { try FlowSession(restoring: damaged, table) }
        }
    }

    @Test("every shipped table has its identity")
    func shipped() throws {
        for flow in ShippedFlow.allCases {
            let table = try flow.table()
            #expect(table.identity == TableIdentity(of: table).bytes)
        }
        #expect(Set(try ShippedFlow.allCases.map { try $0.table().identity }).count == ShippedFlow.allCases.count)
    }
}
