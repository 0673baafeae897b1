import FlowCore
import FlowCompiler
import FlowIR
import FlowSealing
import Glibc
import TestSupport

/// Inputs that no other tool writes: snapshots of a sign-in at its steps, for the corpus.
enum Seeds {
    static func write(to folder: String, _ sealer: SnapshotSealer) {
        guard let table = try? SampleFlow.table() else { return }
        var session = FlowSession(table)
        _ = session.start(.object([JSONMember("username", .string("ana")), JSONMember("password", .string("p"))]))
        _ = session.handled(.object([JSONMember("proof", .string("h"))]))
        var states = [session.state]
        _ = session.reply(Array(#"{"Challenge":"CODE","Session":"s"}"#.utf8))
        states.append(session.state)
        for (number, state) in states.enumerated() {
            guard let state else { continue }
            let snapshot = FlowSnapshot(first: state, expiry: 1)
            write((try? sealer.unsealed(snapshot)) ?? [], "\(folder)/plain-\(number)")
            write((try? sealer.seal(snapshot)) ?? [], "\(folder)/sealed-\(number)")
        }
    }

    /// Tables that the events of ``RandomWalk`` fit.
    static func writeTables(to folder: String) {
        write((try? TableWriter.write(unverified: EveryPartFlow.flow)) ?? [], "\(folder)/every-part.flow")
        write((try? TableWriter.write(unverified: EveryPartFlow.plain)) ?? [], "\(folder)/every-part-plain.flow")
    }

    private static func write(_ bytes: [UInt8], _ path: String) {
        guard let file = fopen(path, "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
