import CognitoClient
import CognitoFlows
import CognitoHandlers
import CognitoWire
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// What becomes of tokens in a reply that nobody waits for any more.
struct LateTokensTests {
    private static let tokens: JSONValue = ["AuthenticationResult": ["AccessToken": "a", "RefreshToken": "r"]]

    private static func request(_ operation: String, _ body: JSONValue) -> FlowRequest {
        FlowRequest(operation: operation, body: body)
    }

    @Test(arguments: ["InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge"])
    func tokensOfASignInAreRevoked(operation: String) {
        let request = Self.request(operation, ["ClientId": "c"])
        #expect(LateTokens.revocation(of: .json(Self.tokens), to: request) == ["Token": "r", "ClientId": "c"])
        #expect(
            LateTokens.revocation(of: .json(Self.tokens), to: request, clientSecret: "s")
                == ["Token": "r", "ClientId": "c", "ClientSecret": "s"])
    }

    /// A refresh token that is still in use, none at all, and what cannot be revoked without the client's secret.
    @Test func nothingElseIsRevoked() {
        let reply = FlowReply.json(Self.tokens)
        for flow in ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"] {
            let request = Self.request("InitiateAuth", ["ClientId": "c", "AuthFlow": .string(flow)])
            #expect(LateTokens.revocation(of: reply, to: request) == nil)
        }
        #expect(
            LateTokens.revocation(of: reply, to: Self.request("GetTokensFromRefreshToken", ["ClientId": "c"])) == nil)
        let answer = Self.request("RespondToAuthChallenge", ["ClientId": "c"])
        for reply in [
            FlowReply.error(type: "x", message: "r"), .body([]), .body(Array("nonsense".utf8)), .json([:]),
            .json(["AuthenticationResult": ["AccessToken": "a"]]), .json(["ChallengeName": "SMS_MFA"]),
        ] { #expect(LateTokens.revocation(of: reply, to: answer) == nil) }
        for keys in ["AuthParameters", "ChallengeResponses"] {
            let body: JSONValue = .object([
                JSONMember("ClientId", "c"), JSONMember(keys, ["SECRET_HASH": "h"]),
            ])
            #expect(LateTokens.revocation(of: reply, to: Self.request("InitiateAuth", body)) == nil)
            #expect(LateTokens.revocation(of: reply, to: Self.request("InitiateAuth", body), clientSecret: "s") != nil)
        }
    }

    /// A host's own transport may heed no cancellation.
    @Test func clientRevokesThemOnce() async throws {
        let transport = StubbornTransport()
        let client = try CognitoClient(region: "eu-west-1", transport: transport)
        let runner = FlowRunner(
            try ShippedFlow.amplify.table(), handlers: .cognito(try CognitoSettings(poolID: "eu-west-1_Test")),
            service: client, clock: ContinuousClock())
        let signIn = BackgroundWork {
            await runner.start(["username": "ana", "password": "Pa55word!", "flowType": "userPassword"])
        }
        try await until { await transport.requests.count == 1 }
        signIn.cancel()
        _ = try await signIn.value
        await transport.answer()
        try await until { await transport.requests.count == 2 }
        let sent = try #require(await transport.requests.last)
        #expect(sent["X-Amz-Target"] == "AWSCognitoIdentityProviderService.RevokeToken")
        #expect(JSONValue(json: sent.body) == ["Token": "r", "ClientId": "app-client"])
        await transport.answer()
        #expect(await transport.requests.count == 2)
    }

    /// The flow has the tokens, and is cancelled or started again while it checks whose they are.
    @Test(arguments: [false, true]) func tokensThatTheFlowHadTakenAreRevoked(isStartedAgain: Bool) async throws {
        let transport = StubbornTransport()
        let client = try CognitoClient(region: "eu-west-1", transport: transport)
        var handlers = FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_Test"))
        handlers.register("tokens.check") { _ in
            while !Task.isCancelled { await Task.yield() }
            return [:]
        }
        let runner = FlowRunner(
            try ShippedFlow.amplify.table(), handlers: handlers, service: client, clock: ContinuousClock())
        let inputs: JSONValue = ["username": "ana", "password": "Pa55word!", "flowType": "userPassword"]
        let signIn = BackgroundWork { await runner.start(inputs) }
        try await until { await transport.requests.count == 1 }
        await transport.answer()
        try await until { await runner.eventReplies.count == 1 }
        let again = isStartedAgain ? BackgroundWork { await runner.start(inputs) } : nil
        if again == nil { signIn.cancel() }
        let first = try await signIn.value
        #expect(isStartedAgain ? first.refusal?.code == "superseded" : first.outcome?.name == "cancelled")
        try await until { await transport.requests.count == (isStartedAgain ? 3 : 2) }
        let sent = await transport.requests.filter { $0["X-Amz-Target"]?.hasSuffix("RevokeToken") == true }
        #expect(sent.map { JSONValue(json: $0.body)?["Token"] } == ["r"])
        again?.cancel()
        // What is revoked from now on is waited for by nobody: a request without an answer would stay for good.
        await transport.answerAll()
    }

    /// An answer that came in spite of the time limit is an answer.
    @Test func answerBehindTheLimitIsTaken() async throws {
        let transport = StubbornTransport()
        let settings = CognitoClientSettings(attemptLimit: .milliseconds(1), retries: .none)
        let client = try CognitoClient(region: "eu-west-1", settings: settings, transport: transport)
        let call = BackgroundWork { await client.call("RespondToAuthChallenge", Sample.answer) }
        try await until { await transport.requests.count == 1 }
        try await Task.sleep(for: .milliseconds(20))
        await transport.answer()
        #expect(try await call.value.text == Self.tokens.jsonText)
    }

    /// A transport that answers when a test says so, whatever becomes of who waits.
    private actor StubbornTransport: HTTPTransport {
        private(set) var requests: [HTTPRequest] = []
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var isOpen = false

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            requests = requests + [request]
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
            return HTTPResponse(status: 200, body: Array(LateTokensTests.tokens.jsonText.utf8))
        }

        func answer() {
            for one in waiting { one.resume() }
            waiting = []
        }

        /// Answers what waits, and whatever comes later at once.
        func answerAll() {
            isOpen = true
            answer()
        }
    }
}
