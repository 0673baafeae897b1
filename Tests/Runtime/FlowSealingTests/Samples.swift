import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import TestSupport
import Testing

/// A sign-in of the sample flow that waits for a code, and keys.
struct Sample {
    let table: TransitionTable
    let state: FlowSessionState

    init() async throws {
        table = try SampleFlow.table()
        let runner = FlowRunner(table, handlers: Self.handlers, service: Challenging(), clock: ContinuousClock())
        _ = await runner.start(json(#"{"username":"ana","password":"planted-secret"}"#))
        state = try #require(await runner.state)
    }

    /// The sample flow with one letter of a step's name changed.
    static func otherTable() throws -> TransitionTable {
        var bytes = try SampleFlow.bytes()
        let name = Array("ENTER_CODE".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes[start + name.count - 1] = UInt8(ascii: "F")
        let sum = bytes.withUnsafeBytes { Checksum.of($0, from: 12) }
        for place in 0..<4 { bytes[8 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
        return try TransitionTable(verifying: bytes)
    }

    static var handlers: FlowHandlers {
        var handlers = FlowHandlers()
        handlers.register("prove") { _ throws(FlowHandlerFailure) in ["proof": "planted-proof"] }
        return handlers
    }

    static func key(_ id: String, _ byte: UInt8) throws -> SnapshotKeyring.Key {
        try #require(SnapshotKeyring.Key(id: id, secret: [UInt8](repeating: byte, count: 32)))
    }

    func sealer(
        pool: String = "pool", client: String = "client", user: String = "web", ring: SnapshotKeyring? = nil,
        table: TransitionTable? = nil
    ) throws -> SnapshotSealer {
        SnapshotSealer(
            table ?? self.table, binding: SnapshotBinding(poolID: pool, clientID: client, user: Array(user.utf8)),
            seal: try ring ?? SnapshotKeyring(Self.key("k1", 1)))
    }

    var snapshot: FlowSnapshot { FlowSnapshot(first: state, expiry: 1000) }
}

/// A service that asks for a code, whatever it is asked.
struct Challenging: FlowService {
    func call(_ request: FlowRequest) async -> FlowReply {
        .body(Array(#"{"Challenge":"CODE","Session":"planted-session"}"#.utf8))
    }
}

/// The error that opening ends with; nil if it succeeds.
func error(_ body: () throws -> FlowSnapshot) -> FlowSnapshotError? {
    do {
        _ = try body()
        return nil
    } catch { return error as? FlowSnapshotError }
}
