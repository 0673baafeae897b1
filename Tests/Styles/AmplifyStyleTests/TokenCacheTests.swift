import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowRuntime
import StyleSupport
import Testing
import UserPool

/// Sign-in, refresh and sign-out of several processes over one store that fails.
struct TokenCacheTests {
    private static func signedIn(_ bench: StyleBench) async throws -> AuthCategory {
        let auth = AuthCategory(try bench.app())
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
        return auth
    }

    @Test func signOutOfAnotherProcessDuringARefreshStays() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        let other = AuthCategory(try bench.app())
        bench.wait(7200)
        let gate = bench.hold("InitiateAuth")
        async let session = auth.fetchAuthSession()
        await gate.reached()
        #expect(await other.signOut().signedOutLocally)
        await gate.open()
        #expect(try await session.isSignedIn == false)
        #expect(try await bench.tokens.current() == nil)
    }

    /// The gap of the audit: the store was awaited before it was looked who is signed in.
    @Test func signOutBetweenReadingAndRefreshingStays() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.wait(7200)
        let tokens = bench.tokens
        bench.secrets.beforeNextWrite { _ = tokens.perform { .signOut(nil, isAlone: $0) } }
        let before = bench.calls.count
        #expect(try await auth.fetchAuthSession().isSignedIn == false)
        #expect(bench.calls.count == before, "nothing is asked of the service for who has signed out")
    }

    @Test func anotherUserOfAnotherProcessIsNotOverwritten() async throws {
        let bench = try await StyleBench(users: [StyleBench.ana, StyleBench.bob])
        let auth = try await Self.signedIn(bench)
        let other = AuthCategory(try bench.app())
        bench.wait(7200)
        let gate = bench.hold("InitiateAuth")
        async let session = auth.fetchAuthSession()
        await gate.reached()
        #expect(await other.signOut().signedOutLocally)
        #expect(try await other.signIn(username: "bob", password: StyleBench.password).isSignedIn)
        await gate.open()
        _ = try await session
        #expect(try await auth.getCurrentUser().username == "bob")
        #expect(try await bench.tokens.current()?.username == "bob")
    }

    @Test func manyWhoAskRefreshOnce() async throws {
        let bench = try await StyleBench()
        let processes = [try await Self.signedIn(bench), AuthCategory(try bench.app())]
        bench.wait(7200)
        let before = bench.calls.count
        try await withThrowingTaskGroup { group in
            for auth in processes {
                for _ in 0..<8 { group.addTask { try await auth.fetchAuthSession().getCognitoTokens().get() } }
            }
            let all = try await group.reduce(into: Set<String>()) { $0.insert($1.accessToken) }
            #expect(all.count == 1)
        }
        #expect(bench.calls.count == before + 1)
    }

    @Test func signOutThatTheStoreRefusesHasFailed() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.secrets.lock(writing: true)
        guard case .failed = await auth.signOut() else {
            Issue.record("the tokens are still stored")
            return
        }
        bench.secrets.lock()
        #expect(try await auth.getCurrentUser().username == "ana")
        guard case .complete = await auth.signOut() else {
            Issue.record("the store is open")
            return
        }
        await #expect(throws: AuthError.self) { try await auth.getCurrentUser() }
    }

    @Test func revocationThatFailsIsPartial() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.fail("RevokeToken", "TooManyRequestsException", "slow down")
        guard case .partial(let error?, nil) = await auth.signOut() else {
            Issue.record("the refresh token is still good")
            return
        }
        #expect(error.underlyingError as? AWSCognitoAuthError == .requestLimitExceeded)
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func damagedTokensAreReportedAndSignedInOver() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.secrets.damage()
        let damaged = await #expect(throws: AuthError.self) { try await auth.getCurrentUser() }
        guard case .service = damaged else { return #expect(Bool(false), "\(damaged as Any)") }
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
        bench.secrets.damage()
        #expect(await auth.signOut().signedOutLocally)
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func lockedStoreIsNoSignOut() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.secrets.lock(reading: true)
        let session = try await auth.fetchAuthSession()
        guard session.isSignedIn, case .failure(.service) = session.userPoolTokensResult else {
            Issue.record("a passing error of the store is \(session)")
            return
        }
        await #expect(throws: AuthError.self) { try await auth.signIn(username: "ana", password: "Passw0rd!") }
        bench.secrets.lock()
        #expect(try await auth.getCurrentUser().username == "ana")
    }

    /// A store that takes nothing is noticed before the refresh token is used up.
    @Test func fullDiskCostsNoRefreshToken() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.wait(7200)
        let before = bench.calls.count
        bench.secrets.lock(writing: true)
        guard case .failure = try await auth.fetchAuthSession().userPoolTokensResult else {
            Issue.record("the refresh could not be stored")
            return
        }
        #expect(bench.calls.count == before)
        bench.secrets.lock()
        _ = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(bench.calls.count == before + 1)
    }

    /// The next call stores what a refresh brought, where the store failed just then.
    @Test func freshTokensThatCannotBeStoredAreNotLost() async throws {
        let bench = try await StyleBench()
        let auth = try await Self.signedIn(bench)
        bench.wait(7200)
        let gate = bench.hold("InitiateAuth")
        async let session = auth.fetchAuthSession()
        await gate.reached()
        bench.secrets.lock(writing: true)
        await gate.open()
        guard case .failure = try await session.userPoolTokensResult else {
            Issue.record("nothing was stored")
            return
        }
        let before = bench.calls.count
        bench.secrets.lock()
        _ = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(bench.calls.count == before, "the tokens were there")
        _ = try await AuthCategory(try bench.app()).fetchAuthSession().getCognitoTokens().get()
        #expect(bench.calls.count == before, "and are stored now")
    }

    /// Nobody is signed in then, and no later answer says otherwise.
    @Test func signInWhoseTokensCannotBeStoredHasFailed() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms]
        // The device cannot be stored either, which alone would not matter.
        let bench = try await StyleBench(users: [user])
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        bench.secrets.lock(writing: true)
        let failure = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: bench.code)
        }
        guard case .service = failure else { return #expect(Bool(false), "\(failure as Any)") }
        bench.secrets.lock()
        let again = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: bench.code)
        }
        guard case .invalidState = again else { return #expect(Bool(false), "\(again as Any)") }
        #expect(try await bench.tokens.current() == nil)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
        #expect(try await bench.tokens.current()?.username == "ana")
    }

    /// The next sign-in registers another device.
    @Test func signInWhoseDeviceCannotBeStoredSucceeds() async throws {
        let bench = try await StyleBench()
        var app = try bench.app()
        app.handlers.register("device.store") { _ throws(FlowHandlerFailure) in
            throw FlowHandlerFailure("device-store-unavailable", "locked")
        }
        let auth = AuthCategory(app)
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
        #expect(bench.calls.contains { $0.operation == "ConfirmDevice" })
        #expect(try await bench.devices.device(of: "ana") == nil)
        #expect(try await bench.tokens.current()?.username == "ana")
        #expect(await auth.signOut().signedOutLocally)
        auth.configure(try bench.app())
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
        #expect(try await bench.devices.device(of: "ana") != nil)
    }

    @Test func pendingSignInIsNotResumedOverASignedInUser() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms]
        let bench = try await StyleBench(users: [user, StyleBench.bob])
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let state = try #require(await auth.pendingSignIn())
        let next = AuthCategory(try bench.app())
        #expect(try await next.signIn(username: "bob", password: StyleBench.password).isSignedIn)
        await #expect(throws: AuthError.self) { try await next.resumeSignIn(state) }
        #expect(try await next.getCurrentUser().username == "bob")
        _ = await next.signOut()
        _ = try await next.resumeSignIn(state)
        #expect(try await next.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }
}
