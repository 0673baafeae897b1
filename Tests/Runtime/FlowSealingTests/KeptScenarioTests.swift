import FlowCompiler
import FlowCore
import FlowIR
import FlowSealing
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// Every conversation of the shipped flows, put away sealed wherever it waits, and gone on with from the bytes alone.
@Suite("conversations that are put away at every step")
struct KeptScenarioTests {
    private static let files = PackageFiles.names(in: "flows/scenarios").filter { $0.hasSuffix(".scenario.xml") }

    @Test("go on from the sealed bytes as if nothing had been", arguments: files)
    func sealed(_ file: String) throws {
        let played = try PlayedScenarios(file)
        var count = 0
        for scenario in played.scenarios {
            let result = ScenarioPlayer.play(scenario, played.table) { session in
                count += 1
                return played.restored(session) ?? session
            }
            #expect(result.mismatch == nil, "\(scenario.name): \(String(describing: result.mismatch))")
        }
        #expect(count > 0)
    }
}

/// The scenarios of a file, their flow's table, and keys.
struct PlayedScenarios {
    let scenarios: [Scenario]
    let table: TransitionTable
    let compilation: Compilation
    let sealer: SnapshotSealer

    init(_ file: String) throws {
        let read = FlowCompiler.compileScenarios(
            path: "flows/scenarios/" + file, loader: MemoryLoader(files: try PackageFiles.xml(below: "flows")))
        compilation = read.compilation
        scenarios = read.scenarios
        table = try TransitionTable(verifying: try #require(try compilation.table()))
        sealer = SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "pool", clientID: "client"),
            seal: SnapshotKeyring(try Sample.key("k1", 1)))
    }

    /// The session as another process has it.
    func restored(_ session: FlowSession) -> FlowSession? {
        do {
            let state = try #require(session.state)
            let sealed = try sealer.seal(FlowSnapshot(first: state, expiry: 1000))
            return try FlowSession(restoring: sealer.open(sealed, now: 1).state, table)
        } catch {
            Issue.record("a session cannot be kept: \(error)")
            return nil
        }
    }
}
