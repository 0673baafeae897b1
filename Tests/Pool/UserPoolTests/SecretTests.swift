import CognitoClient
import CognitoHandlers
import FlowCore
import FlowRuntime
import Synchronization
import Testing
import UserPool
import UserPoolServer

/// What is secret in a sign-in is found in no trace, no error and no refusal, whatever goes wrong.
struct SecretTests {
    /// Collects what is said to others than the host's own screen.
    private final class Ear: Sendable {
        private let lines = Mutex<[String]>([])
        var said: [String] { lines.withLock { $0 } }
        func hear(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Notes every token and secret that the service gives, to look for them.
    private final class Eavesdropper: HTTPTransport {
        private let transport: any HTTPTransport
        private let secrets = Mutex<Set<String>>([])

        init(_ transport: any HTTPTransport) {
            self.transport = transport
        }

        var heard: Set<String> { secrets.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            let response = try await transport.send(request)
            if let json = JSONValue(json: response.body) {
                let result = json["AuthenticationResult"]
                let values = [
                    result?["AccessToken"], result?["IdToken"], result?["RefreshToken"], json["SecretCode"],
                    json["Session"],
                ]
                secrets.withLock { $0.formUnion(values.compactMap { $0?.string }) }
            }
            return response
        }
    }

    @Test(arguments: Conversation.all) func noneIsTold(_ conversation: Conversation) async throws {
        let bench = try await conversation.bench()
        for fault in [nil, (1, Fault.deadSession), (2, .nonsense)] as [(Int, Fault)?] {
            let ear = Ear()
            let transport = Eavesdropper(FaultyTransport(bench.pool, fault: fault.map { (call: $0.0, kind: $0.1) }))
            let client = try CognitoClient(
                endpoint: "http://127.0.0.1:1", settings: CognitoClientSettings(retries: .none), transport: transport)
            let runner = try bench.runner(conversation.flow, service: client) { ear.hear($0.description) }
            let host = conversation.host(bench)
            _ = await host.play(runner) { step in
                if let error = step.presentation?.error ?? step.outcome?.error { ear.hear("\(error)") }
                if let refusal = step.refusal { ear.hear("\(refusal)") }
            }
            try await Self.expectNone(of: Self.secrets(bench, transport.heard), in: ear.said)
        }
    }

    /// What `flowc pool` writes of each request.
    @Test(arguments: ["amplify: authenticator app", "legacy-sdk: new password", "kiosk: mail"])
    func noneIsLogged(_ name: String) async throws {
        let conversation = try #require(Conversation.all.first { $0.testDescription == name })
        let bench = try await conversation.bench()
        let ear = Ear()
        let server = PoolServer(bench.pool) { ear.hear("\($0)") }
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        let transport = Eavesdropper(SystemTransport())
        let settings = CognitoClientSettings(attemptLimit: .seconds(3600), retries: .none)
        let client = try CognitoClient(endpoint: "http://127.0.0.1:\(port)", settings: settings, transport: transport)
        let step = await conversation.host(bench).play(try bench.runner(conversation.flow, service: client))
        await server.stop()
        _ = await running.result
        #expect(step.outcome?.name == "signedIn", "\(step)")
        try await Self.expectNone(of: Self.secrets(bench, transport.heard), in: ear.said)
    }

    private static func expectNone(of secrets: Set<String>, in said: [String]) async throws {
        #expect(said.count > 1)
        for line in said {
            for secret in secrets {
                #expect(!line.contains(secret), "a secret of \(secret.count) characters is in: \(line)")
            }
        }
    }

    private static func secrets(_ bench: PoolBench, _ heard: Set<String>) async throws -> Set<String> {
        let device = try await bench.devices.device(of: "ana")?.secret
        let fixed = [PoolBench.password, Conversation.newPassword, Conversation.appSecret]
        return heard.union(fixed).union(bench.desk.messages.map(\.code)).union([device].compactMap { $0 })
    }
}
