import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import Synchronization
import TestSupport
import Testing
import UserPool

/// A pool with a clock of its own and its messages, and what a host has to try flows against it.
final class PoolBench: Sendable {
    /// What a test reads and moves.
    final class Desk: Sendable {
        fileprivate struct Content {
            var now: Int64 = 1_800_000_000
            var messages: [PoolMessage] = []
            var calls: [String] = []
        }

        fileprivate let content = Mutex(Content())

        /// The time: seconds since 1970.
        var now: Int64 { content.withLock { $0.now } }
        /// The messages that were sent so far.
        var messages: [PoolMessage] { content.withLock { $0.messages } }
        /// The code that was sent last.
        var code: String { messages.last?.code ?? "none" }
        /// The operations that were called so far, with the challenge that they answer.
        var calls: [String] { content.withLock { $0.calls } }

        /// Moves time.
        func wait(_ seconds: Int64) { content.withLock { $0.now += seconds } }
        func note(_ message: PoolMessage) { content.withLock { $0.messages.append(message) } }
        func note(_ call: String) { content.withLock { $0.calls.append(call) } }
    }

    /// The password that seeded users have.
    static let password = "Passw0rd!"
    /// A user with both addresses.
    static let ana = PoolUserSeed(
        username: "ana", password: password,
        attributes: ["email": "ana@example.com", "phone_number": "+12065550100"])

    let desk: Desk
    let pool: CognitoUserPool
    let secrets = MemorySecretStore()
    /// The remembered devices.
    var devices: DeviceSecrets { DeviceSecrets(secrets, poolID: pool.configuration.poolID) }
    let authenticator: SoftwareAuthenticator

    init(
        _ configuration: PoolConfiguration = PoolConfiguration(), triggers: CustomAuthTriggers? = nil,
        users: [PoolUserSeed] = [PoolBench.ana], desk: Desk = Desk(), file: String? = nil
    ) async throws {
        authenticator = SoftwareAuthenticator(origin: "https://localhost")
        self.desk = desk
        let environment = Self.environment(desk)
        pool =
            if let file {
                try CognitoUserPool(file: file, configuration, environment: environment, triggers: triggers)
            } else {
                CognitoUserPool(configuration, environment: environment, triggers: triggers)
            }
        for user in users { try await pool.add(user) }
    }

    /// An environment of a desk.
    static func environment(_ desk: Desk) -> PoolEnvironment {
        PoolEnvironment(
            now: { desk.now }, deliver: { desk.note($0) }, signingKey: SigningKey.pem,
            identitySigningKey: SigningKey.identity)
    }

    /// A request as a client would send it.
    func call(_ operation: String, _ body: JSONValue) async -> PoolReply {
        await pool.respond(to: operation, Array(body.jsonText.utf8))
    }

    /// A runner of a shipped flow against the pool, with the real handlers.
    func runner(
        _ flow: String, service: (any FlowService)? = nil, tracer: FlowTracer? = nil
    ) throws -> FlowRunner<ContinuousClock> {
        let settings = try CognitoSettings(
            poolID: pool.configuration.poolID, deviceName: "a phone", secrets: secrets, now: { [desk] in desk.now },
            passkeys: authenticator)
        return FlowRunner(
            try Flows.table(flow), handlers: FlowHandlers.cognito(settings),
            service: service ?? recorder, clock: ContinuousClock(),
            limits: FlowRunnerLimits(call: nil, handler: nil), tracer: tracer)
    }

    /// What carries requests to the pool and notes them.
    var recorder: any FlowService { Recorder(pool: pool, desk: desk) }

    /// Passes requests on and notes them.
    private struct Recorder: FlowService {
        let pool: CognitoUserPool
        let desk: Desk

        func call(_ request: FlowRequest) async -> FlowReply {
            let challenge = request.body["ChallengeName"]?.string.map { " \($0)" } ?? ""
            desk.note(request.operation + challenge)
            return await pool.call(request)
        }
    }
}

/// The shipped flows, compiled once.
enum Flows {
    private static let tables = Mutex<[String: [UInt8]]>([:])

    static func table(_ name: String) throws -> TransitionTable {
        if let bytes = tables.withLock({ $0[name] }) { return try TransitionTable(verifying: bytes) }
        let bytes = FlowFile.compile("flows/\(name).flow.xml") { try? PackageFiles.bytes($0) }.table
        let table = try #require(bytes, "\(name) does not compile")
        tables.withLock { $0[name] = table }
        return try TransitionTable(verifying: table)
    }
}
