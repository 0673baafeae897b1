package import CognitoFlows
package import CognitoHandlers
import FlowCore
package import FlowRuntime
import Synchronization
import TestSupport
package import UserPool

/// A user pool in the process with a clock of its own, and the app that the styles are tried with.
package final class StyleBench: Sendable {
    /// One request as it went out: what two styles are compared by.
    package struct Call: Sendable, Equatable, CustomStringConvertible {
        /// The operation.
        package let operation: String
        /// The flow that begins, or the challenge that is answered.
        package let subject: String
        /// The names of what was sent with it, sorted.
        package let keys: [String]

        package var description: String { "\(operation) \(subject) {\(keys.joined(separator: ", "))}" }
    }

    private struct Desk {
        var now: Int64 = 1_800_000_000
        var messages: [PoolMessage] = []
        var calls: [Call] = []
        var failures: [String: FlowReply] = [:]
        var gates: [String: Gate] = [:]
        /// What is brought in place of tokens.
        var result: JSONValue?
    }

    private let desk: Mutex<Desk>
    /// The pool.
    package let pool: CognitoUserPool
    /// The secrets on the device.
    package let secrets = SwitchedStore()
    /// The software passkeys of the app.
    package let authenticator = SoftwareAuthenticator(origin: "https://localhost")

    /// The password that seeded users have.
    package static let password = "Passw0rd!"
    /// Somebody else.
    package static let bob = PoolUserSeed(
        username: "bob", password: password, attributes: ["email": "bob@example.com"])
    /// A user with both addresses.
    package static let ana = PoolUserSeed(
        username: "ana", password: password,
        attributes: ["email": "ana@example.com", "phone_number": "+12065550100"])

    /// A bench.
    package init(
        triggers: CustomAuthTriggers? = nil, users: [PoolUserSeed] = [StyleBench.ana],
        _ change: (inout PoolConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = PoolConfiguration()
        change(&configuration)
        let box = Box()
        pool = CognitoUserPool(
            configuration,
            environment: PoolEnvironment(
                now: { box.bench?.now ?? 0 }, deliver: { box.bench?.note($0) },
                signingKey: SigningKey.pem,
                identitySigningKey: SigningKey.identity),
            triggers: triggers)
        desk = Mutex(Desk())
        box.bench = self
        for user in users { try await pool.add(user) }
    }

    /// Ties the pool's environment to the bench, which is made after it.
    private final class Box: @unchecked Sendable {
        weak var bench: StyleBench?
    }

    /// The time: seconds since 1970.
    package var now: Int64 { desk.withLock { $0.now } }
    /// The code that was sent last.
    package var code: String { desk.withLock { $0.messages.last?.code } ?? "none" }
    /// How many messages were sent.
    package var messageCount: Int { desk.withLock { $0.messages.count } }
    /// The remembered devices.
    package var devices: DeviceSecrets { DeviceSecrets(secrets, poolID: pool.configuration.poolID) }
    /// The tokens as another process sees them.
    package var tokens: TokenCache {
        TokenCache(secrets.ofAnotherProcess, poolID: pool.configuration.poolID, clientID: "app-client")
    }
    /// A code that is not the one that was sent last.
    package var wrongCode: String { code == "123456" ? "654321" : "123456" }
    /// The requests so far.
    package var calls: [Call] { desk.withLock { $0.calls } }

    /// Moves time.
    package func wait(_ seconds: Int64) { desk.withLock { $0.now += seconds } }

    /// Lets an operation fail from now on, or work again.
    package func fail(_ operation: String, _ type: String?, _ message: String = "") {
        desk.withLock { $0.failures[operation] = type.map { .error(type: $0, message: message) } }
    }

    /// Holds an operation's next requests up until the gate opens.
    package func hold(_ operation: String) -> Gate {
        let gate = Gate()
        desk.withLock { $0.gates[operation] = gate }
        return gate
    }

    /// The app: a client of the pool with real handlers.
    package func app(_ inputs: JSONValue = .object([])) throws -> CognitoApp {
        let settings = try CognitoSettings(
            poolID: pool.configuration.poolID, deviceName: "a phone", secrets: secrets,
            now: { [weak self] in self?.now ?? 0 }, passkeys: authenticator)
        return CognitoApp(
            clientID: "app-client", settings: settings, service: Recorder(bench: self), signInInputs: inputs,
            limits: FlowRunnerLimits(call: nil, handler: nil))
    }

    /// Has every answer with tokens bring those of this user from now on, as where answers reach the wrong requests;
    /// without a user those that the pool gives.
    package func misdirect(to username: String?) async {
        var result: JSONValue?
        if let username { result = await tokens(of: username) }
        desk.withLock { $0.result = result }
    }

    /// What the pool says with the tokens of a user: a reply's AuthenticationResult.
    private func tokens(of username: String) async -> JSONValue {
        let parameters: JSONValue = ["USERNAME": .string(username), "PASSWORD": .string(Self.password)]
        let reply = await respond(
            "InitiateAuth",
            ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client", "AuthParameters": parameters])
        return reply["AuthenticationResult"] ?? .null
    }

    /// Tokens of a user that no app knows of.
    /// - Throws: `missing-input` where the pool gives none.
    package func issueTokens(of username: String) async throws -> CognitoTokens {
        try CognitoTokens(FlowHandlerInputs(await tokens(of: username)))
    }

    /// Gives ana a passkey of the bench's authenticator.
    package func registerPasskey() async throws {
        let token = await tokens(of: "ana")["AccessToken"] ?? ""
        let options = await respond("StartWebAuthnRegistration", ["AccessToken": token])
        let made = try await authenticator.registration(for: (options["CredentialCreationOptions"] ?? "").jsonText)
        let credential = JSONValue(json: Array(made.utf8)) ?? .null
        _ = await respond("CompleteWebAuthnRegistration", ["AccessToken": token, "Credential": credential])
    }

    private func respond(_ operation: String, _ body: JSONValue) async -> JSONValue {
        await pool.respond(to: operation, Array(body.jsonText.utf8)).body
    }

    private func note(_ message: PoolMessage) { desk.withLock { $0.messages.append(message) } }

    /// Passes requests on and notes them.
    private struct Recorder: FlowService {
        let bench: StyleBench

        func call(_ request: FlowRequest) async -> FlowReply {
            let failure = bench.desk.withLock { desk in
                desk.calls.append(Call(request))
                return desk.failures[request.operation]
            }
            if let gate = bench.desk.withLock({ $0.gates.removeValue(forKey: request.operation) }) { await gate.pass() }
            if let failure { return failure }
            return await MisdirectedService(bench.pool, bringing: bench.desk.withLock { $0.result }).call(request)
        }
    }
}

extension StyleBench.Call {
    fileprivate init(_ request: FlowRequest) {
        operation = request.operation
        let body = request.body
        subject = (body["ChallengeName"] ?? body["AuthFlow"])?.string ?? ""
        let texts = body["ChallengeResponses"] ?? body["AuthParameters"] ?? body
        keys = (texts.members ?? []).map(\.name).sorted()
    }
}
