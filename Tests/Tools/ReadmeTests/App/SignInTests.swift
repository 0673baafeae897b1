import CognitoHandlers
import FlowRuntime
import Testing
import UserPool

/// A user who gives these answers, one after the other.
actor Script: User {
    private(set) var shown: [String] = []
    private var answers: [@Sendable () async -> String?]

    init(_ answers: [@Sendable () async -> String?]) { self.answers = answers }
    func show(_ text: String) { shown.append(text) }
    func ask(_ prompt: String) async -> String? { await answers.removeFirst()() }
}

struct SignInTests {
    let clock = ManualClock()
    let tokens = TokenCache(MemorySecretStore(), poolID: "local_Pool", clientID: "app-client")
    let mailbox = AsyncStream<String>.makeStream()

    /// Returns a session with a new pool.
    func session() async throws -> SignIn {
        let environment = PoolEnvironment(deliver: { [mailbox] in mailbox.continuation.yield($0.code) })
        let pool = CognitoUserPool(PoolConfiguration(), environment: environment)
        let ana = PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"])
        try await pool.add(ana)
        return try SignIn(handlers: FlowHandlers(), service: pool, clock: clock)
    }

    @Test func signsInAfterAWrongCode() async throws {
        let user = Script([{ "12 34" }, { "000000" }, { [mailbox] in await mailbox.stream.first { _ in true } }])
        try await signIn("ana", session(), tokens, user)
        #expect(await user.shown == ["'code' must consist of digits", "Invalid code or auth state for the user."])
        #expect(try await tokens.current()?.username == "ana")
    }

    @Test func refusesACodeAfterThreeMinutes() async throws {
        let lateAnswer = { @Sendable [clock] in
            clock.advance(by: .seconds(180))
            return "000000"
        }
        let user = Script([lateAnswer])
        try await signIn("ana", session(), tokens, user)
        #expect(await user.shown == ["The time limit has expired."])
        #expect(try await tokens.current() == nil)
    }

    @Test func expiresByItself() async throws {
        let session = try await session()
        _ = try await session.start(SignIn.Inputs(clientID: "app-client", username: "ana"))
        clock.advance(by: .seconds(180))
        var last: SignIn.Step?
        for await step in session.steps { last = step }
        guard case .ended(.expired) = last else { throw StepDidNotExpire() }
    }
}

struct StepDidNotExpire: Error {}
