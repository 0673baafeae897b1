import FlowHost
import FlowRuntime
import Foundation
import InMemoryLogging
import Logging
import Testing

@Suite("Redis is unavailable", .serialized)
struct RedisUnavailableTests {
    private static let storages: [FlowHostSettings.StateStorage] = [.redis, .client]
    /// A second, and what a busy machine of two cores adds.
    private static let limit = Duration.milliseconds(1200)

    /// Creates two nodes that run the flow `amplify`, and store its state in a place.
    private static func nodes(
        _ service: SmsService, _ redis: RedisSettings, _ storage: FlowHostSettings.StateStorage
    ) throws -> Nodes {
        Nodes(
            2, try Samples.amplify(), service: service, redis: redis,
            settings: FlowHostSettings(stateStorage: storage))
    }

    @Test("stopped: events are refused within a second, and sign-ins go on when it is back", arguments: storages)
    func stopped(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer(isPersistent: true)
        let service = SmsService()
        // A server that is stopped refuses connections at once. One that runs waits for the disk before it replies.
        var redis = server.settings
        redis.commandLimit = .seconds(10)
        let nodes = try Self.nodes(service, redis, storage)
        let state = await nodes[0].begin().step?.state
        server.stop()
        await expectUnavailable { await nodes[0].answer("123456", state) }
        await expectUnavailable { await nodes[1].begin() }
        #expect(await !nodes[0].host.isReady())
        #expect(service.seen.started == 1 && service.seen.answers.isEmpty)
        server.start()
        #expect(await nodes[1].host.isReady())
        #expect(await nodes[0].answer("123456", state).summary == "end signedIn")
    }

    @Test("silent: events are refused within a second, and nothing is done when it speaks again", arguments: storages)
    func silent(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let service = SmsService()
        let nodes = try Self.nodes(service, server.settings, storage)
        let state = await nodes[0].begin().step?.state
        server.silence()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask { await expectUnavailable { await nodes[index].answer("123456", state) } }
                group.addTask { await expectUnavailable { await nodes[index].begin() } }
            }
        }
        #expect(service.seen.started == 1 && service.seen.answers.isEmpty)
        server.resume()
        // The commands that waited in the socket came too late.
        try await Task.sleep(for: .milliseconds(200))
        #expect(await nodes[0].answer("123456", state).summary == "end signedIn")
        #expect(service.seen.accepted.count == 1)
    }

    @Test("full: no code is sent, and sign-ins go on when there is room", arguments: storages)
    func full(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let service = SmsService()
        let nodes = try Self.nodes(service, server.settings, storage)
        let state = await nodes[0].begin().step?.state
        #expect(server.query("config", "set", "maxmemory", "1") == "OK")
        await expectUnavailable { await nodes[0].begin() }
        await expectUnavailable { await nodes[1].answer("123456", state) }
        #expect(await !nodes[0].host.isReady())
        #expect(service.seen.started == 1 && service.seen.answers.isEmpty)
        #expect(server.query("config", "set", "maxmemory", "0") == "OK")
        #expect(await nodes[0].host.isReady())
        #expect(await nodes[1].answer("123456", state).summary == "end signedIn")
    }

    @Test("a replica now: the next event has a new connection, which may reach the primary")
    func replica() async throws {
        let server = RedisServer()
        let service = SmsService()
        let nodes = Nodes(1, try Samples.amplify(), service: service, redis: server.settings)
        let state = await nodes[0].begin().step?.state
        let connections = { server.query("client", "list").split(separator: "\n").count }
        #expect(connections() == 2)
        #expect(server.query("replicaof", "127.0.0.1", "1") == "OK")
        await expectUnavailable { await nodes[0].answer("123456", state) }
        // Only the connection of the query is left.
        #expect(connections() == 1)
        await expectUnavailable { await nodes[0].begin() }
        #expect(connections() == 1)
        #expect(service.seen.started == 1 && service.seen.answers.isEmpty)
        #expect(server.query("replicaof", "no", "one") == "OK")
        #expect(await nodes[0].answer("123456", state).summary == "end signedIn")
    }

    @Test("a refused login is in the log once, with the word of Redis and without the password")
    func refusedLogin() async throws {
        let server = RedisServer()
        #expect(server.query("config", "set", "requirepass", "another") == "OK")
        var redis = server.settings
        redis.password = "pl4nted"
        let logs = InMemoryLogHandler()
        let host = FlowHost([], keys: Nodes.keys("k1"), redis: redis, logger: Logger(label: "test") { _ in logs })
        for _ in 0..<3 { #expect(await !host.isReady()) }
        let lines = logs.entries.map { "\($0.message) \($0.metadata)" }
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.allSatisfy { $0.contains("WRONGPASS") && !$0.contains("pl4nted") }, "\(lines)")
    }

    @Test("a connection that breaks at any command loses no step", arguments: storages, LossyPort.Loss.allCases)
    func broken(_ storage: FlowHostSettings.StateStorage, _ loss: LossyPort.Loss) async throws {
        let server = RedisServer()
        let table = try Samples.amplify()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let port = LossyPort(to: server)
                    let service = SmsService()
                    let settings = FlowHostSettings(stateStorage: storage)
                    let node = Nodes(1, table, service: service, redis: port.settings, settings: settings)[0]
                    let state = await node.begin().step?.state
                    port.lose(loss, at: number)
                    let again = await Self.step(node, "000000", state)
                    #expect(again?.presentation?.error?.type == "CodeMismatchException", "\(number)")
                    let end = await Self.step(node, "123456", again?.state)
                    #expect(end?.outcome?.name == "signedIn", "\(number)")
                    #expect(service.seen.answers.values.reduce(0, +) == 2 && service.seen.discarded == 0, "\(number)")
                }
            }
        }
    }

    /// Sends an answer until there is a step that follows.
    private static func step(_ node: Node, _ code: String, _ state: String?) async -> HostedStep? {
        for _ in 0..<40 {
            let reply = await node.answer(code, state)
            if let step = reply.step ?? reply.refusal?.current { return step }
            guard reply.refusal?.kind == .unavailable || reply.refusal?.kind == .busy else { return nil }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    @Test("silent while the service works: the reply is not lost", arguments: storages)
    func duringRequest(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let service = SmsService()
        service.become(slow: .milliseconds(300))
        let nodes = try Self.nodes(service, server.settings, storage)
        let state = await nodes[0].begin().step?.state
        async let answer = nodes[0].answer("123456", state)
        try await Task.sleep(for: .milliseconds(150))
        server.silence()
        #expect(await answer.summary == "unavailable unavailable")
        try await Task.sleep(for: .seconds(2))
        server.resume()
        try await Task.sleep(for: .seconds(1))
        let again = await nodes[1].answer("123456", state)
        #expect(again.refusal?.current?.outcome?.name == "signedIn", "\(again.summary)")
        #expect(service.seen.accepted.count == 1 && service.seen.discarded == 0)
    }

    private func expectUnavailable(_ work: () async -> StepReply) async {
        let began = ContinuousClock.now
        let reply = await work()
        #expect(reply.summary == "unavailable unavailable")
        #expect(ContinuousClock.now - began < Self.limit)
    }
}

@Suite("a node that dies in an event", .serialized)
struct DeadNodeTests {
    @Test(
        "holds the sign-in until its lease ends; then the flow gets no-answer",
        arguments: [FlowHostSettings.StateStorage.redis, .client])
    func takeOver(_ storage: FlowHostSettings.StateStorage) async throws {
        let service = SmsService()
        let nodes = Nodes(2, try Samples.amplify(), service: service, settings: FlowHostSettings(stateStorage: storage))
        let state = await nodes[0].begin().step?.state
        // To other nodes, a node that waits for longer than its lease lasts is like one that was killed.
        let stuck = StuckService()
        var settings = FlowHostSettings(stateStorage: storage, requestLimit: .seconds(4))
        settings.shortLease = .seconds(2)
        let dead = Nodes(1, try Samples.amplify(), service: stuck, settings: settings)
        let lost = Task { await dead[0].answer("123456", state) }
        for _ in 0..<1000 where stuck.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try #require(stuck.count == 1)
        #expect(await nodes[1].answer("123456", state).summary == "busy in-progress")
        #expect(await nodes[1].answer("654321", state).summary == "busy in-progress")
        try await Task.sleep(for: .milliseconds(2100))
        let next = await nodes[1].answer("123456", state)
        #expect(next.step?.presentation?.error?.type == "no-answer", "\(next.summary)")
        #expect(service.seen.answers.isEmpty)
        #expect(await nodes[0].answer("123456", next.step?.state).summary == "end signedIn")
        // The node that comes back changes nothing.
        #expect(await lost.value.step == nil)
        #expect(stuck.count == 1 && service.seen.accepted.count == 1)
    }
}

/// A service that takes a request and never replies.
final class StuckService: FlowService {
    private let calls = Counter()
    var count: Int { calls.value }

    func call(_ request: FlowRequest) async -> FlowReply {
        calls.add()
        try? await Task.sleep(for: .seconds(30))
        return .error(type: "network", message: "")
    }
}
