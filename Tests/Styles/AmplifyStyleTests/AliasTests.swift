import AmplifyStyle
import CognitoHandlers
import StyleSupport
import Testing
import UserPool

/// Users who sign in with an alias: the device is stored under it, and the tokens under the account's own name.
struct AliasTests {
    private static let alias = "ana@example.com"

    private static func signedIn(_ bench: StyleBench) async throws -> AuthCategory {
        let auth = AuthCategory(try bench.app())
        #expect(try await auth.signIn(username: alias, password: StyleBench.password).isSignedIn)
        #expect(try await bench.tokens.current()?.username == "ana")
        #expect(try await bench.devices.device(of: alias) != nil)
        return auth
    }

    /// Without the key of the device, the service takes the refresh token for an invalid one.
    @Test(arguments: [false, true]) func refreshNamesTheDevice(isForgottenHere: Bool) async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        if isForgottenHere { try await bench.devices.removeDevice(of: Self.alias) }
        bench.wait(7200)
        _ = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(bench.calls.last?.operation == "InitiateAuth")
        #expect(bench.calls.last?.keys == ["DEVICE_KEY", "REFRESH_TOKEN"])
    }

    @Test func deviceIsRememberedAndForgotten() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        try await auth.rememberDevice()
        #expect(try await bench.devices.device(of: Self.alias) != nil)
        try await auth.forgetDevice()
        #expect(try await bench.devices.device(of: Self.alias) == nil)
        #expect(try await auth.fetchDevices().isEmpty)
        let error = await #expect(throws: AuthError.self) { try await auth.rememberDevice() }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .deviceNotTracked)
    }

    /// Tokens without the claim, as from an emulator, are refreshed for the device of their user.
    @Test func deviceOfTheUserIsNamed() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
        let tokens = try #require(try await bench.tokens.current()).tokens
        try await bench.tokens.store(
            CognitoTokens(accessToken: "a.b.c", idToken: tokens.idToken, refreshToken: tokens.refreshToken), of: "ana")
        _ = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(bench.calls.last?.keys == ["DEVICE_KEY", "REFRESH_TOKEN"])
    }
}
