import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import Synchronization
import TestSupport
import UserPool

/// A user pool in the process with a clock of its own, and registrations of it for the style.
final class Bench: Sendable {
    private struct Content {
        var now: Int64 = 1_800_000_000
        var messages: [PoolMessage] = []
        /// What the next requests of an operation, or of an operation and challenge, are answered with instead.
        var faults: [(request: String, reply: FlowReply)] = []
        /// What happens while such a request is on its way.
        var incidents: [(request: String, happen: @Sendable () -> Void)] = []
        var bodies: [JSONValue] = []
    }

    /// What the pool and the service write into, which both are older than the bench.
    private final class Desk: Sendable {
        let content = Mutex(Content())
    }

    static let password = "Passw0rd!"
    static let ana = PoolUserSeed(
        username: "ana", password: password,
        attributes: ["email": "ana@example.com", "phone_number": "+12065550100"])

    /// Requests, and what hosts note beside them.
    let journal = Journal()
    let users: CognitoUserPool
    /// The secrets on the device.
    let secrets: SwitchedStore
    private let desk: Desk
    private let clientSecret: String?

    /// - Parameters:
    ///   - configuration: the pool.
    ///   - triggers: custom sign-in.
    ///   - seeds: the users.
    ///   - secrets: what is stored on the device.
    /// - Throws: what is wrong with a user.
    init(
        _ configuration: PoolConfiguration = Bench.configuration { _ in }, triggers: CustomAuthTriggers? = nil,
        seeds: [PoolUserSeed] = [Bench.ana], secrets: SwitchedStore = SwitchedStore()
    ) async throws {
        let desk = Desk()
        self.desk = desk
        self.secrets = secrets
        clientSecret = configuration.clients.first?.secret
        let environment = PoolEnvironment(
            now: { desk.content.withLock { $0.now } },
            deliver: { message in desk.content.withLock { $0.messages.append(message) } },
            signingKey: SigningKey.pem,
            identitySigningKey: SigningKey.identity)
        users = CognitoUserPool(configuration, environment: environment, triggers: triggers)
        for seed in seeds { try await users.add(seed) }
    }

    /// A pool without devices, but for the change.
    static func configuration(_ change: (inout PoolConfiguration) -> Void) -> PoolConfiguration {
        var configuration = PoolConfiguration()
        configuration.devices = .off
        change(&configuration)
        return configuration
    }

    /// The code that was sent last.
    var code: String { desk.content.withLock { $0.messages.last?.code } ?? "none" }
    /// The remembered devices.
    var devices: DeviceSecrets { DeviceSecrets(secrets, poolID: users.configuration.poolID) }
    /// The tokens as another process sees them.
    var tokens: TokenCache {
        TokenCache(secrets, poolID: users.configuration.poolID, clientID: "app-client", isAlone: false)
    }
    /// A code that is not the one that was sent last.
    var wrongCode: String { code == "123456" ? "654321" : "123456" }
    var now: Int64 { desk.content.withLock { $0.now } }

    /// Moves time.
    func wait(_ seconds: Int64) { desk.content.withLock { $0.now += seconds } }

    /// Has the next such request answered with an error that the pool does not see.
    func fail(_ request: String, _ type: String, _ message: String = "told by the test") {
        desk.content.withLock { $0.faults.append((request, .error(type: type, message: message))) }
    }

    /// Has the next such request answered with a body that the pool does not see.
    func answer(_ request: String, _ body: JSONValue) {
        desk.content.withLock { $0.faults.append((request, .json(body))) }
    }

    /// Has something happen while the next such request is on its way.
    func during(_ request: String, _ happen: @escaping @Sendable () -> Void) {
        desk.content.withLock { $0.incidents.append((request, happen)) }
    }

    /// The body of a request, counted from the last one: that is 0.
    func body(_ age: Int = 0) -> JSONValue? {
        desk.content.withLock { $0.bodies.count > age ? $0.bodies[$0.bodies.count - 1 - age] : nil }
    }

    /// What carries requests.
    var service: any FlowService { Recorder(bench: self) }

    /// A registered pool of its own, with a delegate; the bench's service answers, or another one.
    func pool(
        _ delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)? = nil,
        migrationEnabled: Bool = false, cognitoValidationData: Bool = false, inputs: JSONValue = [:],
        service other: (any FlowService)? = nil
    ) throws -> AWSCognitoIdentityUserPool {
        let key = UUID().uuidString
        let desk = desk
        let settings = try CognitoSettings(
            poolID: users.configuration.poolID, deviceName: "a phone", secrets: secrets,
            now: { desk.content.withLock { $0.now } })
        let app = CognitoApp(
            clientID: "app-client", clientSecret: clientSecret, settings: settings, service: other ?? service,
            signInInputs: inputs)
        let configuration = AWSCognitoIdentityUserPoolConfiguration(
            clientId: "app-client", clientSecret: clientSecret, poolId: users.configuration.poolID,
            shouldProvideCognitoValidationData: cognitoValidationData, pinpointAppId: "app",
            migrationEnabled: migrationEnabled)
        AWSCognitoIdentityUserPool.register(app, userPoolConfiguration: configuration, forKey: key)
        let pool = AWSCognitoIdentityUserPool(forKey: key)
        pool.delegate = delegate
        return pool
    }

    /// Passes requests on and notes them.
    private struct Recorder: FlowService {
        let bench: Bench

        func call(_ request: FlowRequest) async -> FlowReply {
            let challenge = request.body["ChallengeName"]?.string.map { " \($0)" } ?? ""
            let name = request.operation + challenge
            bench.journal.note(name)
            let fault = bench.desk.content.withLock { content in
                content.bodies.append(request.body)
                return content.faults.firstIndex { $0.request == name }.map { content.faults.remove(at: $0).reply }
            }
            let incident = bench.desk.content.withLock { content in
                content.incidents.firstIndex { $0.request == name }.map { content.incidents.remove(at: $0) }
            }
            incident?.happen()
            if let fault { return fault }
            return await bench.users.call(request)
        }
    }
}
