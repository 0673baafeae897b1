import CognitoHandlers
import FlowCore
import FlowRuntime
import Synchronization
import Testing
import UserPool

/// A sign-in as a person does it with a shipped flow: what is begun with, what is chosen and typed in, and the pool behind.
struct Conversation: Sendable, CustomTestStringConvertible {
    let name: String
    /// The shipped flow.
    let flow: String
    /// How the pool is set up.
    var configuration = PoolConfiguration()
    var triggers: CustomAuthTriggers?
    var user = PoolBench.ana
    /// What the flow is started with.
    var inputs: JSONValue
    /// The word for each choice, by the name of what is asked.
    var choices: [String: String] = [:]
    /// Attributes that come with a new password.
    var attributes: [String: String] = [:]
    /// Whether there is a passkey of the user.
    var hasPasskey = false
    /// Whether the device is remembered from a sign-in before.
    var isRemembered = false
    /// Challenges that the service must have asked.
    let challenges: [String]

    var testDescription: String { "\(flow): \(name)" }

    /// The secret of the authenticator app of users who have one from the start.
    static let appSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    static let newPassword = "N3w-Passw0rd!"

    /// The pool, with the passkey and the device where they are there already.
    func bench() async throws -> PoolBench {
        let bench = try await PoolBench(configuration, triggers: triggers, users: [user])
        if hasPasskey { try await bench.registerPasskey(of: user.username) }
        if isRemembered {
            let step = await host(bench).play(try bench.runner("amplify"), signIn)
            try #require(step.outcome?.name == "signedIn", "\(step)")
        }
        bench.desk.wait(60)
        return bench
    }

    private var signIn: JSONValue { ["username": .string(user.username), "password": .string(PoolBench.password)] }

    /// Somebody at the other side.
    func host(_ bench: PoolBench) -> ConversationHost { ConversationHost(self, bench.desk) }
}

/// The person: answers each step from what was sent and what an authenticator app shows.
final class ConversationHost: Sendable {
    private let conversation: Conversation
    private let desk: PoolBench.Desk
    private let secret = Mutex(Conversation.appSecret)
    /// The passwords that may be right, the likeliest one first: whoever chose a new one and heard nothing tries both.
    private let passwords = Mutex([PoolBench.password])
    /// Steps after which nobody goes on asking.
    private static let patience = 24

    init(_ conversation: Conversation, _ desk: PoolBench.Desk) {
        self.conversation = conversation
        self.desk = desk
    }

    /// Starts a flow and answers until it ends or asks what nobody can answer.
    func play(
        _ runner: FlowRunner<ContinuousClock>, _ inputs: JSONValue? = nil, onStep: (FlowStep) -> Void = { _ in }
    ) async -> FlowStep {
        await goOn(runner, from: await runner.start(inputs ?? conversation.inputs), onStep: onStep)
    }

    /// Starts again after something went wrong, a while later and with each password that may be right.
    func playAgain(_ runner: FlowRunner<ContinuousClock>) async -> FlowStep {
        var step: FlowStep?
        for password in passwords.withLock({ $0 }) {
            desk.wait(900)
            let inputs = (conversation.inputs.members ?? []).map {
                $0.name == "password" ? JSONMember("password", .string(password)) : $0
            }
            let played = await play(runner, .object(inputs))
            if played.outcome?.name == "signedIn" { return played }
            step = played
        }
        return step ?? .refused(FlowRefusal(.eventNotAccepted))
    }

    /// Goes on from a step.
    func goOn(
        _ runner: FlowRunner<ContinuousClock>, from first: FlowStep, onStep: (FlowStep) -> Void = { _ in }
    ) async -> FlowStep {
        var step = first
        for _ in 0..<Self.patience {
            onStep(step)
            guard let presentation = step.presentation else { return step }
            if presentation.error?.type == "NotAuthorizedException" {
                passwords.withLock { $0.swapAt(0, $0.count - 1) }
            }
            step = await answer(presentation, runner)
        }
        return step
    }

    private func answer(_ step: FlowPresentation, _ runner: FlowRunner<ContinuousClock>) async -> FlowStep {
        if let shown = step.parameters["sharedSecret"]?.string { secret.withLock { $0 = shown } }
        var answers: [JSONMember] = []
        for ask in step.asks {
            if let value = value(ask, step) { answers.append(JSONMember(ask.name, value)) }
        }
        return await runner.submit(.object(answers))
    }

    private func value(_ ask: FlowAsk, _ step: FlowPresentation) -> JSONValue? {
        if let word = conversation.choices[ask.name] { return .string(word) }
        switch ask.name {
        case "code", "answer": return .string(code(step))
        case "challengeResponses": return ["ANSWER": .string(desk.code)]
        case "username", "badge": return .string(conversation.user.username)
        case "password": return .string(passwords.withLock { $0[0] })
        case "newPassword":
            passwords.withLock { $0 = [PoolBench.password, Conversation.newPassword] }
            return .string(Conversation.newPassword)
        case "email": return "ana@new.example.com"
        case "userAttributes" where !conversation.attributes.isEmpty:
            return .object(conversation.attributes.map { JSONMember($0.key, .string($0.value)) })
        case "remember": return true
        default: return ask.isRequired ? .string(ask.words.first ?? "?") : nil
        }
    }

    /// The code of a message, or of the authenticator app, which shows each one once.
    private func code(_ step: FlowPresentation) -> String {
        let isSent = step.parameters["destination"] ?? step.parameters["sentTo"] ?? step.parameters["additionalInfo"]
        let isOfApp = isSent == nil || step.parameters["deliveryMedium"]?.string == "unknown"
        guard isOfApp, let app = try? OneTimePassword(base32: secret.withLock { $0 }) else { return desk.code }
        desk.wait(30)
        return app.code(at: desk.now)
    }
}

extension PoolBench {
    /// Registers a passkey of the software authenticator for a user.
    func registerPasskey(of username: String) async throws {
        let tokens = await call(
            "InitiateAuth",
            [
                "AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client",
                "AuthParameters": ["USERNAME": .string(username), "PASSWORD": .string(Self.password)],
            ])
        try await registerPasskey(token: try #require(tokens.body["AuthenticationResult"]?["AccessToken"], "\(tokens)"))
    }

    /// Registers a passkey of the software authenticator for the user of an access token.
    func registerPasskey(token: JSONValue) async throws {
        let options = await call("StartWebAuthnRegistration", ["AccessToken": token])
        let creation = try #require(options.body["CredentialCreationOptions"], "\(options)")
        let credential = try await authenticator.registration(for: creation.jsonText)
        let made = await call(
            "CompleteWebAuthnRegistration",
            ["AccessToken": token, "Credential": try #require(JSONValue(json: Array(credential.utf8)))])
        try #require(made.errorType == nil, "\(made)")
    }
}
