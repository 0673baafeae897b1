import FlowHost
import FlowRuntime
import Foundation
import Testing

/// What the few threads of a host must do for many events. The hosts of these tests have one connection, and so one thread.
@Suite("the threads of a host", .serialized)
struct ThreadTests {
    private static let storages: [FlowHostSettings.StateStorage] = [.redis, .client]

    private static func node(
        _ service: any FlowService, _ server: RedisServer, _ storage: FlowHostSettings.StateStorage = .redis
    ) throws -> Node {
        Nodes(
            1, try Samples.amplify(), service: service, redis: server.settings,
            settings: FlowHostSettings(stateStorage: storage))[0]
    }

    @Test("are free while the service works")
    func free() async throws {
        let node = try Self.node(SmsService(delay: .milliseconds(300)), RedisServer.shared)
        let began = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { #expect(await node.begin().summary == "step " + Samples.step) }
            }
        }
        // One after the other, they would take half a minute.
        #expect(ContinuousClock.now - began < .seconds(5))
    }

    @Test("end all events that wait when Redis falls silent, however many", arguments: storages)
    func manyWaiting(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let service = SmsService()
        let node = try Self.node(service, server, storage)
        let state = await node.begin().step?.state
        server.silence()
        let times = await withTaskGroup(of: Duration.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let began = ContinuousClock.now
                    let reply = index % 2 == 0 ? await node.answer("123456", state) : await node.begin()
                    #expect(reply.summary == "unavailable unavailable")
                    return ContinuousClock.now - began
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        print("1000 events refused after at most \(times.max() ?? .zero)")
        #expect((times.max() ?? .zero) < .milliseconds(1200))
        server.resume()
        try await Task.sleep(for: .milliseconds(200))
        #expect(service.seen.started == 1 && service.seen.answers.isEmpty)
        #expect(await node.answer("123456", state).summary == "end signedIn")
    }

    @Test("are free while results wait for Redis, and new events are refused in time", arguments: storages)
    func manyRetries(_ storage: FlowHostSettings.StateStorage) async throws {
        let server = RedisServer()
        let service = SmsService()
        service.become(slow: .milliseconds(500))
        let node = try Self.node(service, server, storage)
        var states: [String?] = []
        for _ in 0..<100 { states.append(await node.begin().step?.state) }
        let answers = Task { [states] in
            await withTaskGroup(of: String.self) { group in
                for state in states { group.addTask { await node.answer("123456", state).summary } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        while service.seen.answers.count < 100 { try await Task.sleep(for: .milliseconds(5)) }
        server.silence()
        #expect(await answers.value.allSatisfy { $0 == "unavailable unavailable" })
        for _ in 0..<3 {
            let began = ContinuousClock.now
            #expect(await node.begin().summary == "unavailable unavailable")
            #expect(ContinuousClock.now - began < .milliseconds(1200))
        }
        server.resume()
        try await Task.sleep(for: .seconds(1))
        // Whoever sends the answer again receives the stored result.
        for state in states {
            #expect(await node.answer("123456", state).refusal?.current?.outcome?.name == "signedIn")
        }
        #expect(service.seen.accepted.count == 100 && service.seen.discarded == 0)
    }

    @Test("play an event to its end, even if its caller is canceled")
    func canceled() async throws {
        let service = SmsService()
        service.become(slow: .milliseconds(200))
        let node = try Self.node(service, RedisServer.shared)
        let state = await node.begin().step?.state
        let answer = Task { await node.answer("123456", state) }
        while service.seen.answers.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        answer.cancel()
        #expect(await answer.value.summary == "end signedIn")
        let early = Task { await node.begin() }
        early.cancel()
        #expect(await early.value.summary == "step " + Samples.step)
    }

    @Test("end with the host, after the events in progress, and later events are refused")
    func shutDown() async throws {
        let service = SmsService()
        service.become(slow: .milliseconds(300))
        let node = try Self.node(service, RedisServer.shared)
        let state = await node.begin().step?.state
        async let answer = node.answer("123456", state)
        while service.seen.answers.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        await node.host.shutDown()
        #expect(await answer.summary == "end signedIn")
        #expect(await node.begin().summary == "unavailable unavailable")
        #expect(await !node.host.isReady())
        await node.host.shutDown()
    }

    @Test("of hosts that are created and dropped do not stay")
    func dropped() async throws {
        let before = Self.threads
        for _ in 0..<50 {
            let node = try Self.node(SmsService(), RedisServer.shared)
            #expect(await node.begin().summary == "step " + Samples.step)
        }
        for _ in 0..<200 where Self.threads > before + 10 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(Self.threads <= before + 10)
    }

    /// The number of this process's threads; zero where the system does not list them.
    private static var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }
}
