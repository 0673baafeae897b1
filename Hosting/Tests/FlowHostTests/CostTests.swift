import FlowHost
import FlowRuntime
import FlowSealing
import FlowTesting
import Foundation
import Testing

@Suite("the cost of a step", .serialized)
struct CostTests {
    private static let rounds = 2000

    @Test(
        "beside a round trip to Redis and the interpreter alone",
        arguments: [FlowHostSettings.StateStorage.redis, .client])
    func cost(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let table = try Samples.amplify()
        let settings = FlowHostSettings(stateStorage: storage, resendWindow: .seconds(60))
        let host = Nodes(1, table, service: SmsService(), redis: server.settings, settings: settings).hosts[0]
        let node = Node(host: host)
        var state = await node.begin().step?.state
        let keys = server.query("keys", "*").split(separator: "\n").map(String.init)
        let bytes = keys.compactMap { Int(server.query("memory", "usage", $0)) }
        let runner = FlowRunner(
            table, handlers: StandInHandlers().handlers, service: SmsService(), clock: ContinuousClock())
        _ = await runner.start(Samples.start)
        // A wrong code: one request, and the same step again.
        let times = try await Self.medians([
            { #expect(await host.isReady()) },
            {
                let reply = await node.answer("000000", state)
                state = reply.step?.state ?? state
                #expect(reply.step != nil)
            },
            { #expect(await runner.submit(["code": "000000"]).presentation != nil) },
        ])
        let key = try #require(SnapshotKeyring.Key(id: "k", secret: [UInt8](repeating: 1, count: 32)))
        let sealer = SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "p", clientID: "c"), seal: SnapshotKeyring(key))
        let pending = try #require(await runner.state)
        let snapshot = FlowSnapshot(first: pending, expiry: 1 << 40)
        let sealed = try sealer.seal(snapshot)
        let parts = try await Self.medians([
            { _ = try sealer.seal(snapshot) }, { _ = try sealer.open(sealed, now: 1) },
            { _ = try FlowSession(restoring: pending, table) },
            {
                let session = try FlowSession(restoring: pending, table)
                for name in table.commands {
                    var copy = session
                    _ = copy.send(name)
                }
            },
        ])
        print("parts: seal \(parts[0]) µs, open \(parts[1]) µs, restore \(parts[2]) µs, with commands \(parts[3]) µs")
        print(
            "cost (\(storage)): round trip \(times[0]) µs, step with a request \(times[1]) µs, the interpreter alone",
            "\(times[2]) µs; in Redis \(bytes.reduce(0, +)) bytes in \(keys.count) keys, state of \(state?.utf8.count ?? 0)"
        )
        #expect(bytes.reduce(0, +) < 4096)
    }

    /// The median times of some works in microseconds, each performed in turn.
    private static func medians(_ works: [() async throws -> Void]) async throws -> [Int] {
        var times = works.map { _ in [Duration]() }
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                let began = ContinuousClock.now
                try await work()
                times[index].append(ContinuousClock.now - began)
            }
        }
        return times.map { Int($0.sorted()[$0.count / 2] / .microseconds(1)) }
    }
}
