import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import StyleSupport
import Testing
import UserPool

/// A new configuration while a call of the earlier app is in progress: the new app's user stays who they are.
struct ConfigurationTests {
    /// A pool with one user, who may be signed in.
    private static func bench(_ user: PoolUserSeed, isSignedIn: Bool) async throws -> StyleBench {
        let bench = try await StyleBench(users: [user])
        if isSignedIn {
            _ = try await AuthCategory(try bench.app()).signIn(
                username: user.username, password: StyleBench.password)
        }
        return bench
    }

    @Test func signOutOfTheOldAppSignsNobodyOutAtTheNewOne() async throws {
        let old = try await Self.bench(StyleBench.ana, isSignedIn: true)
        let new = try await Self.bench(StyleBench.bob, isSignedIn: true)
        let auth = AuthCategory(try old.app())
        let gate = old.hold("RevokeToken")
        let signedOut = Task { await auth.signOut() }
        await gate.reached()
        auth.configure(try new.app())
        await gate.open()
        guard case .complete = await signedOut.value else { return #expect(Bool(false), "another result") }
        #expect(try await old.tokens.current() == nil)
        #expect(try await new.tokens.current()?.username == "bob")
        #expect(try await auth.getCurrentUser().username == "bob")
    }

    @Test func deletionAtTheOldAppDoesNotEndASignInAtTheNewOne() async throws {
        var bob = StyleBench.bob
        bob.mfa = [.email]
        let old = try await Self.bench(StyleBench.ana, isSignedIn: true)
        let new = try await Self.bench(bob, isSignedIn: false)
        let auth = AuthCategory(try old.app())
        let gate = old.hold("DeleteUser")
        let deleted = Task { try await auth.deleteUser() }
        await gate.reached()
        auth.configure(try new.app())
        _ = try await auth.signIn(username: "bob", password: StyleBench.password)
        await gate.open()
        try await deleted.value
        #expect(try await old.tokens.current() == nil)
        #expect(try await auth.confirmSignIn(challengeResponse: new.code).isSignedIn)
    }

    @Test func tokensOfTheOldAppAreNotSentToTheNewOne() async throws {
        let old = try await Self.bench(StyleBench.ana, isSignedIn: true)
        let new = try await Self.bench(StyleBench.bob, isSignedIn: false)
        let auth = AuthCategory(try old.app())
        old.wait(7200)
        let gate = old.hold("InitiateAuth")
        let attributes = Task { try await auth.fetchUserAttributes() }
        await gate.reached()
        auth.configure(try new.app())
        await gate.open()
        let fetched = try await attributes.value
        #expect(fetched.contains { $0.value == "ana@example.com" })
        #expect(new.calls.isEmpty)
    }

    @Test func signUpAtTheOldAppSignsNobodyInAtTheNewOne() async throws {
        let (old, new) = (try await StyleBench(), try await StyleBench())
        let auth = AuthCategory(try old.app())
        let attributes = [AuthUserAttribute(.email, value: "eve@example.com")]
        _ = try await auth.signUp(
            username: "eve", password: "Ev3-Passw0rd", options: .init(userAttributes: attributes))
        let gate = old.hold("ConfirmSignUp")
        let confirmed = Task { try await auth.confirmSignUp(for: "eve", confirmationCode: old.code) }
        await gate.reached()
        auth.configure(try new.app())
        await gate.open()
        #expect(try await confirmed.value.nextStep == .done)
        await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        #expect(new.calls.isEmpty)
    }

    @Test func signInAtTheOldAppSignsNobodyInAtTheNewOne() async throws {
        let new = try await Self.bench(StyleBench.bob, isSignedIn: true)
        let callsBefore = new.calls
        var moment = 0
        while true {
            moment += 1
            let old = try await Self.bench(StyleBench.ana, isSignedIn: false)
            let store = WatchedStore(old.secrets)
            let app = try old.app()
            let settings = try CognitoSettings(
                poolID: app.settings.poolID, deviceName: "a phone", secrets: store, now: { old.now })
            let auth = AuthCategory(CognitoApp(clientID: "app-client", settings: settings, service: app.service))
            let newApp = try new.app()
            store.at(moment) { [weak auth] in auth?.configure(newApp) }
            let result = try? await auth.signIn(username: "ana", password: StyleBench.password)
            guard store.hasHappened else {
                #expect(result?.isSignedIn == true)
                break
            }
            #expect(try await auth.getCurrentUser().username == "bob", "at moment \(moment)")
            #expect(new.calls == callsBefore, "at moment \(moment)")
        }
        #expect(moment > 2)
    }
}
