import CognitoClient
import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import FlowTool
import SystemPackage
import TestSupport

// What is kept in files, and what comes on lines.
extension FuzzTarget {
    /// Reads an input as it is, and as a snapshot of the sealer's own table: what is kept would otherwise be refused at its first
    /// bytes once the table has changed.
    static func snapshot(_ bytes: [UInt8]) {
        guard let sealer else { fail("no sealer") }
        check(bytes, sealer)
        if bytes.count > owner.count { check(owner + bytes[owner.count...], sealer) }
    }

    /// What the plain bytes of all snapshots of the sealer begin with: the table and the binding.
    private static let owner: [UInt8] = {
        guard let sealer, let table = try? SampleFlow.table() else { return [] }
        var session = FlowSession(table)
        _ = session.start(.object([JSONMember("username", .string("ana")), JSONMember("password", .string("p"))]))
        guard let state = session.state else { return [] }
        // Their random identifiers tell snapshots apart from there on.
        let samples = (0..<16).compactMap { _ in try? sealer.unsealed(FlowSnapshot(first: state, expiry: 1)) }
        guard let first = samples.first else { return [] }
        let count = first.indices.first { index in samples.contains { $0[index] != first[index] } } ?? 0
        return Array(first[..<count])
    }()

    private static func check(_ bytes: [UInt8], _ sealer: SnapshotSealer) {
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

    static func configuration(_ bytes: [UInt8]) {
        do {
            let configuration = try CognitoConfiguration(bytes)
            _ = (configuration.inputs, configuration.flows, configuration.description)
        } catch {
            _ = error.description
        }
    }

    static func lines(_ bytes: [UInt8]) {
        guard let table = try? SampleFlow.table(), let pipe = try? FileDescriptor.pipe() else { return }
        defer { try? pipe.readEnd.close() }
        // A pipe holds more than the largest input.
        _ = try? pipe.writeEnd.writeAll(bytes)
        try? pipe.writeEnd.close()
        var session = FlowSession(table)
        // Every fifth input meets a small bound.
        var reader = LineReader(pipe.readEnd, maxLength: bytes.count % 5 == 1 ? 40 : LineReader.maxLineLength)
        while let input = reader.next() {
            guard let line = try? ProtocolLine(input) else { continue }
            _ = (line.speaker, line.apply(to: &session), line.fromWireFormat)
        }
    }
}
