import CognitoClient
import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import FlowTool
import TestSupport

// What is kept in files, and what comes on lines.
extension FuzzTarget {
    static func snapshot(_ bytes: [UInt8]) {
        guard let sealer else { fail("no sealer") }
        _ = try? sealer.open(bytes, now: 0)
        // Its time is over.
        _ = try? sealer.read(unsealed: bytes, expiry: 0)
        guard let read = try? sealer.read(unsealed: bytes, expiry: 1) else { return }
        if let table = try? SampleFlow.table(), let session = try? FlowSession(restoring: read.state, table) {
            _ = (session.presentation, session.request(), session.work(), session.outcome)
        }
        guard let written = try? sealer.unsealed(read) else { fail("what was read cannot be written") }
        if written != bytes { fail("what was read is written otherwise") }
        if let sealed = try? sealer.seal(read), (try? sealer.open(sealed, now: 0)) == nil {
            fail("what was sealed stays closed")
        }
        if (try? sealer.seal(ofAnotherTable(read))) != nil { fail("a snapshot of another table was sealed") }
    }

    private static func ofAnotherTable(_ snapshot: FlowSnapshot) -> FlowSnapshot {
        let state = snapshot.state
        return FlowSnapshot(
            first: FlowSessionState(
                flow: state.flow, checksum: ~state.checksum, state: state.state, lastPresented: state.lastPresented,
                counters: state.counters, values: state.values),
            expiry: snapshot.expiry)
    }

    static let sealer: SnapshotSealer? = {
        guard let table = try? SampleFlow.table(),
            let key = SnapshotKeyring.Key(id: "k", secret: [UInt8](repeating: 7, count: 32))
        else { return nil }
        return SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "p", clientID: "c"), seal: SnapshotKeyring(key))
    }()

    static func migration(_ bytes: [UInt8]) {
        guard let migration = try? FlowMigration(parsing: bytes), let table = try? SampleFlow.table() else { return }
        for state in 0..<64 {
            let old = FlowSessionState(
                flow: "f", checksum: table.checksum, state: state, lastPresented: [state, nil, 63 - state][state % 3],
                counters: [UInt8](repeating: 1, count: state == 7 ? 1 : 16),
                values: [FlowValue?](repeating: .text("v"), count: state))
            guard let new = try? migration.apply(to: old) else { continue }
            _ = try? FlowSession(restoring: new, table)
        }
        lead(by: migration, to: table)
    }

    /// A snapshot of the version that a map leads from.
    private static func lead(by migration: FlowMigration, to table: TransitionTable) {
        guard let key = SnapshotKeyring.Key(id: "k", secret: [UInt8](repeating: 7, count: 32)) else { return }
        let sealer = SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "p", clientID: "c"), seal: SnapshotKeyring(key),
            migrations: [migration])
        var session = FlowSession(table)
        _ = session.start(.object([WireMember("username", .string("ana")), WireMember("password", .string("p"))]))
        guard let state = session.state,
            let plain = try? sealer.unsealed(FlowSnapshot(first: state, expiry: 1))
        else { return }
        let older = migration.from.bytes + plain.dropFirst(migration.from.bytes.count)
        _ = try? sealer.read(unsealed: older, expiry: 1)
    }

    static func configuration(_ bytes: [UInt8]) {
        do {
            let configuration = try CognitoConfiguration(bytes)
            _ = (configuration.inputs, configuration.flows, configuration.description)
        } catch {
            _ = error.description
        }
    }

    static func lines(_ bytes: [UInt8]) {
        guard let table = try? SampleFlow.table(), let line = try? ProtocolLine(InputLine.text(bytes)) else { return }
        var session = FlowSession(table)
        _ = (line.speaker, line.apply(to: &session), line.offTheWire)
    }
}
