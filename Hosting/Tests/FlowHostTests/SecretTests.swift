import FlowHost
import FlowRuntime
import FlowSealing
import FlowTesting
import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Testing
import Tracing

@Suite("secrets stay in")
struct SecretTests {
    private static let secrets = ["Pl4nted-Pa55", "123456", "access-session", "planted-session", "pl4nted-user"]

    @Test("planted secrets are in no log, metric, span, description or value of Redis")
    func planted() async throws {
        let metrics = TestMetrics()
        let tracer = InMemoryTracer()
        let logs = InMemoryLogHandler()
        MetricsSystem.bootstrap(metrics)
        InstrumentationSystem.bootstrap(tracer)
        var logger = Logger(label: "test") { _ in logs }
        logger.logLevel = .trace
        let server = RedisServer()
        var texts: [String] = []
        for storage in [FlowHostSettings.StateStorage.redis, .client] {
            let flow = HostedFlow(
                name: "amplify", table: try Samples.amplify(), poolID: "pool", clientID: "app-client",
                handlers: StandInHandlers().handlers, service: SmsService())
            let host = FlowHost(
                [flow], keys: Nodes.keys("k1"), redis: server.settings,
                settings: FlowHostSettings(stateStorage: storage),
                logger: logger)
            var state: String?
            let start: JSONValue = [
                "username": "pl4nted-user", "password": "Pl4nted-Pa55", "flowType": "userPassword",
            ]
            let events: [StepEvent] = [
                .start(start), .submit(["code": "12345"]), .submit(["code": "000000"]), .command("123456"),
                .submit(["123456": "123456"]), .submit(["code": "123456"]), .submit(["code": "123456"]),
            ]
            for event in events {
                let reply = await host.play(event, of: "amplify", state: state, user: Nodes.user)
                texts += ["\(reply)", "\(event)", String(reflecting: reply), String(reflecting: event)]
                texts += [reply.refusal.map { "\($0)" + $0.json.jsonText } ?? ""]
                if let step = reply.step {
                    texts += ["\(step)", String(reflecting: step)]
                    state = step.state ?? state
                }
            }
            texts += ["\(host)", String(reflecting: host)]
            server.stop()
            texts.append(
                "\(await host.play(.submit(["code": "123456"]), of: "amplify", state: state, user: Nodes.user))")
            server.start()
        }
        texts += logs.entries.map { "\($0.message) \($0.metadata)" }
        texts += tracer.finishedSpans.map { "\($0.operationName) \($0.attributes) \($0.events) \($0.errors)" }
        texts +=
            metrics.counters.map { "\($0.label) \($0.dimensions)" }
            + metrics.timers.map { "\($0.label) \($0.dimensions)" }
        #expect(logs.entries.count > 10 && tracer.finishedSpans.count > 10 && metrics.counters.count > 3)
        for key in server.query("keys", "*").split(separator: "\n") { texts.append(server.query("get", String(key))) }
        for secret in Self.secrets {
            // The name of a refused event is the client's own text, and goes back to the client alone.
            let found = texts.filter {
                $0.contains(secret) && !$0.hasPrefix("unknown-event") && !$0.hasPrefix("unknown-parameter")
            }
            #expect(found.isEmpty, "\(secret): \(found.first ?? "")")
        }
    }

    @Test("no description of a host shows its keys, its flows' service or the password of Redis")
    func descriptions() throws {
        var redis = RedisServer.shared.settings
        redis.password = "pl4nted-redis"
        let flow = HostedFlow(
            name: "amplify", table: try Samples.amplify(), poolID: "pool", clientID: "pl4nted-client",
            handlers: StandInHandlers().handlers, service: SmsService())
        let host = FlowHost([flow], keys: Nodes.keys("k1", 93), redis: redis)
        var texts: [String] = []
        for value in [host, redis, flow] as [any Sendable] {
            var dumped = ""
            dump(value, to: &dumped)
            texts += ["\(value)", String(reflecting: value), dumped]
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
        #expect(texts[0] == "FlowHost of 1 flows")
        for secret in ["pl4nted", "93, 93", "5d5d", "]]]]", "SmsService"] {
            #expect(!texts.contains { $0.contains(secret) }, "\(secret): \(texts)")
        }
    }
}
