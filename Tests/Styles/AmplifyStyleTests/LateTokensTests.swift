import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Tokens that come after the sign-in was cancelled: nobody has them, and they are revoked.
struct LateTokensTests {
    /// With a secret, the service revokes for nobody who does not know it.
    @Test(arguments: [nil, "a secret of the app client"]) func tokensOfACancelledSignInAreRevoked(secret: String?)
        async throws
    {
        let bench = try await StyleBench { $0.clients[0].secret = secret }
        var app = try bench.app()
        app.clientSecret = secret
        let auth = AuthCategory(app)
        let gate = bench.hold("RespondToAuthChallenge")
        let signIn = Task { try await auth.signIn(username: "ana", password: StyleBench.password) }
        await gate.reached()
        signIn.cancel()
        await #expect(throws: AuthError.self) { try await signIn.value }
        #expect(!bench.calls.contains { $0.operation == "RevokeToken" })
        await gate.open()
        try await until { bench.calls.contains { $0.operation == "RevokeToken" } }
        let keys = ["ClientId"] + (secret == nil ? [] : ["ClientSecret"]) + ["Token"]
        #expect(bench.calls.filter { $0.operation == "RevokeToken" }.map(\.keys) == [keys])
        #expect(try await bench.tokens.current() == nil)
        #expect(try await !auth.fetchAuthSession().isSignedIn)
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
    }

    /// Before the first reply, there is no step to answer yet.
    @Test(arguments: ["InitiateAuth", "RespondToAuthChallenge"])
    func signInIsCancelledDuringARequest(_ operation: String) async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        let gate = bench.hold(operation)
        let signIn = Task { try await auth.signIn(username: "ana", password: StyleBench.password) }
        await gate.reached()
        try await auth.cancelSignIn()
        let cancelled = await #expect(throws: AuthError.self) { try await signIn.value }
        #expect(cancelled?.underlyingError as? AWSCognitoAuthError == .userCancelled)
        await gate.open()
        for _ in 0..<2 {
            let nothing = await #expect(throws: AuthError.self) { try await auth.cancelSignIn() }
            guard case .invalidState = nothing else { return #expect(Bool(false), "\(nothing as Any)") }
            _ = try? await auth.signIn(username: "")
        }
        #expect(try await bench.tokens.current() == nil)
    }

    /// Both objects have the token cache of one app.
    @Test func tokensAfterASignOutByAnotherObjectAreNotStored() async throws {
        let bench = try await StyleBench()
        let app = try bench.app()
        let (auth, other) = (AuthCategory(app), AuthCategory(app))
        let gate = bench.hold("RespondToAuthChallenge")
        let signIn = Task { try await auth.signIn(username: "ana", password: StyleBench.password) }
        await gate.reached()
        #expect(await other.signOut().signedOutLocally)
        await gate.open()
        let error = await #expect(throws: AuthError.self) { try await signIn.value }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .userCancelled)
        #expect(try await bench.tokens.current() == nil)
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
    }

    /// Whether the service can refresh by them afterwards.
    @Test func revokedTokensAreOfNoUse() async throws {
        let bench = try await StyleBench()
        let service = Copying(service: try bench.app().service)
        var app = try bench.app()
        app.service = service
        let auth = AuthCategory(app)
        let signIn = Task { try await auth.signIn(username: "ana", password: StyleBench.password) }
        await service.gate.reached()
        signIn.cancel()
        await #expect(throws: AuthError.self) { try await signIn.value }
        let token = try #require(await service.refreshToken)
        #expect(await Self.isGood(token, at: bench.pool), "a token is good as long as nobody revokes it")
        await service.gate.open()
        try await until { await !Self.isGood(token, at: bench.pool) }
    }

    private static func isGood(_ refreshToken: String, at pool: CognitoUserPool) async -> Bool {
        let body: JSONValue = [
            "AuthFlow": "REFRESH_TOKEN_AUTH", "ClientId": "app-client",
            "AuthParameters": ["REFRESH_TOKEN": .string(refreshToken)],
        ]
        if case .body = await pool.call(FlowRequest(operation: "InitiateAuth", body: body)) { return true }
        return false
    }

    /// Holds the reply with the tokens up, and keeps a copy of the refresh token.
    private actor Copying: FlowService {
        let service: any FlowService
        let gate = Gate()
        private(set) var refreshToken: String?

        init(service: any FlowService) {
            self.service = service
        }

        func call(_ request: FlowRequest) async -> FlowReply {
            let reply = await service.call(request)
            if case .body(let bytes) = reply, refreshToken == nil,
                let token = JSONValue(json: bytes)?["AuthenticationResult"]?["RefreshToken"]?.string
            {
                refreshToken = token
                await gate.pass()
            }
            return reply
        }
    }
}
