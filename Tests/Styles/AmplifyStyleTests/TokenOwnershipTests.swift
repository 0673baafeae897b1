import AmplifyStyle
import CognitoHandlers
import FlowCore
import StyleSupport
import Testing
import UserPool

/// A service that answers with another user's tokens, before Amplify's calls: an error, and nothing is kept.
struct TokenOwnershipTests {
    private static func bench() async throws -> StyleBench {
        try await StyleBench(users: [StyleBench.ana, StyleBench.bob])
    }

    private static func expectService(_ error: AuthError?) {
        guard case .service(let text, _, nil) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(text == "The tokens belong to another user")
    }

    @Test func signInIsNotDone() async throws {
        let bench = try await Self.bench()
        let auth = AuthCategory(try bench.app())
        await bench.misdirect(to: "bob")
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "ana", password: StyleBench.password)
        }
        Self.expectService(error)
        #expect(try await bench.tokens.current() == nil)
        #expect(try await bench.devices.device(of: "ana") == nil)
        #expect(bench.calls.map(\.operation) == ["InitiateAuth", "RespondToAuthChallenge"])
        #expect(try await auth.fetchAuthSession().isSignedIn == false)
        await bench.misdirect(to: nil)
        #expect(try await auth.signIn(username: "bob", password: StyleBench.password).isSignedIn)
        #expect(try await auth.getCurrentUser().username == "bob")
    }

    @Test func answerIsNotDone() async throws {
        var ana = StyleBench.ana
        ana.mfa = [.sms]
        let bench = try await StyleBench(users: [ana, StyleBench.bob])
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        await bench.misdirect(to: "bob")
        let error = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: bench.code)
        }
        Self.expectService(error)
        #expect(try await bench.tokens.current() == nil)
        await bench.misdirect(to: nil)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func autoSignInIsNotDone() async throws {
        let bench = try await Self.bench()
        let auth = AuthCategory(try bench.app())
        let attributes = [AuthUserAttribute(.email, value: "eve@example.com")]
        _ = try await auth.signUp(
            username: "eve", password: "Ev3-Passw0rd", options: .init(userAttributes: attributes))
        _ = try await auth.confirmSignUp(for: "eve", confirmationCode: bench.code)
        await bench.misdirect(to: "bob")
        let error = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        Self.expectService(error)
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func refreshKeepsTheOldTokens() async throws {
        let bench = try await Self.bench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        let before = try #require(try await bench.tokens.current()).tokens
        await bench.misdirect(to: "bob")
        let session = try await auth.fetchAuthSession(options: .forceRefresh())
        guard case .failure(let error) = session.userPoolTokensResult else {
            return #expect(Bool(false), "\(session)")
        }
        Self.expectService(error)
        #expect(session.isSignedIn)
        #expect(try await bench.tokens.current()?.tokens == before)
        await bench.misdirect(to: nil)
        let fresh = try await auth.fetchAuthSession(options: .forceRefresh())
        guard case .success(let tokens) = fresh.userPoolTokensResult else { return #expect(Bool(false), "\(fresh)") }
        #expect(tokens.accessToken != before.accessToken)
    }
}
