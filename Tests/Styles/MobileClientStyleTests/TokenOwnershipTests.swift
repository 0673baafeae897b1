import CognitoFlows
import CognitoHandlers
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// A service that answers with another user's tokens, before AWSMobileClient's calls: an error, and nothing is kept.
struct TokenOwnershipTests {
    private static func signIn(_ client: AWSMobileClient, _ username: String = "ana") async throws -> SignInResult {
        try await outcome { client.signIn(username: username, password: StyleBench.password, completionHandler: $0) }
    }

    private static func expectUnableToSignIn(_ error: AWSMobileClientError?) {
        guard case .unableToSignIn(let text) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(text == "The tokens belong to another user")
    }

    @Test func signInIsNotDone() async throws {
        let bench = try await StyleBench(users: [StyleBench.ana, StyleBench.bob])
        let client = AWSMobileClient(try bench.app())
        await bench.misdirect(to: "bob")
        let error = await #expect(throws: AWSMobileClientError.self) { try await Self.signIn(client) }
        Self.expectUnableToSignIn(error)
        #expect(try await bench.tokens.current() == nil)
        #expect(try await bench.devices.device(of: "ana") == nil)
        #expect(bench.calls.map(\.operation) == ["InitiateAuth", "RespondToAuthChallenge"])
        #expect(!client.isSignedIn)
        await bench.misdirect(to: nil)
        #expect(try await Self.signIn(client, "bob").signInState == .signedIn)
        #expect(client.username == "bob")
    }

    @Test func refreshKeepsTheOldTokens() async throws {
        let bench = try await StyleBench(users: [StyleBench.ana, StyleBench.bob])
        let client = AWSMobileClient(try bench.app())
        _ = try await Self.signIn(client)
        let before = try #require(try await bench.tokens.current()).tokens
        bench.wait(7200)
        await bench.misdirect(to: "bob")
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        Self.expectUnableToSignIn(error)
        #expect(try await bench.tokens.current()?.tokens == before)
        #expect(client.isSignedIn && client.username == "ana")
        await bench.misdirect(to: nil)
        let fresh: Tokens = try await outcome { client.getTokens($0) }
        #expect(fresh.accessToken?.tokenString != before.accessToken)
    }

    /// Swift's `==` takes the two names for the same.
    @Test func callOfOneUserNeverGoesOnAsOneOfAnEqualName() async throws {
        let bench = try await StyleBench(users: [
            StyleBench.ana, PoolUserSeed(username: "e\u{301}va", password: StyleBench.password),
        ])
        try await bench.tokens.store(try await bench.issueTokens(of: "ana"), of: "\u{E9}va")
        let client = AWSMobileClient(try bench.app())
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, _ in seen.show("\(state)") }
        let waiting = Task { let _: Tokens = try await outcome { client.getTokens($0) } }
        #expect(await seen.next == "signedIn")
        #expect(await seen.next == "signedOutUserPoolsTokenInvalid")
        bench.fail("InitiateAuth", nil)
        #expect(try await Self.signIn(client, "e\u{301}va").signInState == .signedIn)
        let error = await #expect(throws: AWSMobileClientError.self) { try await waiting.value }
        guard case .unableToSignIn = error else { return #expect(Bool(false), "\(error as Any)") }
    }
}
