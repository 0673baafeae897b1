import CognitoFlows
import CognitoHandlers
import Dispatch
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// A new configuration while a call of the earlier app is in progress: the new app's user stays who they are.
struct SetUpTests {
    /// Who is signed in at the earlier app, if that can be read.
    enum Former: CaseIterable {
        case nobody
        case ana
        case unreadable
    }

    private static func signIn(_ client: AWSMobileClient, _ username: String) async throws {
        let _: SignInResult = try await outcome {
            client.signIn(username: username, password: StyleBench.password, completionHandler: $0)
        }
    }

    /// A pool with one user, who may be signed in.
    private static func bench(_ user: PoolUserSeed, isSignedIn: Bool) async throws -> StyleBench {
        let bench = try await StyleBench(users: [user])
        if isSignedIn { try await signIn(AWSMobileClient(try bench.app()), user.username) }
        return bench
    }

    /// A client of a bench whose store is watched. The new app takes its place at a moment of the store, and the actor
    /// of the client may learn of that before the store goes on.
    private static func client(
        of bench: StyleBench, replacedBy new: StyleBench, at moment: Int, isAdopted: Bool
    ) throws -> (client: AWSMobileClient, store: WatchedStore) {
        let store = WatchedStore(bench.secrets)
        let app = try bench.app()
        let settings = try CognitoSettings(
            poolID: app.settings.poolID, deviceName: "a phone", secrets: store, now: { bench.now })
        let client = AWSMobileClient(CognitoApp(clientID: "app-client", settings: settings, service: app.service))
        let newApp = try new.app()
        store.at(moment) { [weak client] in
            client?.setUp(newApp)
            guard isAdopted, let client else { return }
            let isDone = DispatchSemaphore(value: 0)
            client.resendSignUpCode(username: "nobody") { _, _ in isDone.signal() }
            isDone.wait()
        }
        return (client, store)
    }

    /// Requires that the client has the user of the new app.
    private static func check(_ client: AWSMobileClient, isSignedIn: Bool, _ moment: Int) async throws {
        let state: UserState = try await outcome { client.initialize($0) }
        #expect(state == (isSignedIn ? .signedIn : .signedOut), "at moment \(moment)")
        #expect(client.currentUserState == state && client.username == (isSignedIn ? "bob" : nil))
    }

    @Test(arguments: Former.allCases, [false, true])
    func userWhoWasReadBeforeIsNotThatOfTheNewApp(former: Former, isSignedIn: Bool) async throws {
        let old = try await Self.bench(StyleBench.ana, isSignedIn: former != .nobody)
        if former == .unreadable { old.secrets.lock(reading: true) }
        let new = try await Self.bench(StyleBench.bob, isSignedIn: isSignedIn)
        for isAdopted in [false, true] {
            var moment = 0
            while true {
                moment += 1
                let (client, store) = try Self.client(of: old, replacedBy: new, at: moment, isAdopted: isAdopted)
                let state: UserState? = try? await outcome { client.initialize($0) }
                guard store.hasHappened else {
                    let expected: [Former: UserState] = [.nobody: .signedOut, .ana: .signedIn]
                    #expect(state == expected[former])
                    break
                }
                #expect(state == (isSignedIn ? .signedIn : .signedOut), "at moment \(moment)")
                try await Self.check(client, isSignedIn: isSignedIn, moment)
            }
            #expect(moment > 2)
        }
    }

    @Test(arguments: [false, true])
    func signInOfTheOldAppSignsNobodyInAtTheNewOne(isAdopted: Bool) async throws {
        let new = try await Self.bench(StyleBench.bob, isSignedIn: true)
        var moment = 0
        while true {
            moment += 1
            let old = try await Self.bench(StyleBench.ana, isSignedIn: false)
            let (client, store) = try Self.client(of: old, replacedBy: new, at: moment, isAdopted: isAdopted)
            var failure: (any Error)?
            do { try await Self.signIn(client, "ana") } catch { failure = error }
            guard store.hasHappened else {
                #expect(client.username == "ana")
                break
            }
            #expect(failure is AWSMobileClientError, "at moment \(moment)")
            try await Self.check(client, isSignedIn: true, moment)
        }
        #expect(moment > 2)
    }

    @Test func signOutOfTheOldAppSignsNobodyOutAtTheNewOne() async throws {
        let old = try await Self.bench(StyleBench.ana, isSignedIn: true)
        let new = try await Self.bench(StyleBench.bob, isSignedIn: true)
        let client = AWSMobileClient(try old.app())
        let gate = old.hold("GlobalSignOut")
        let options = SignOutOptions(signOutGlobally: true)
        async let signedOut: Void = done { client.signOut(options: options, completionHandler: $0) }
        await gate.reached()
        client.setUp(try new.app())
        try await Self.check(client, isSignedIn: true, 0)
        await gate.open()
        try await signedOut
        try await Self.check(client, isSignedIn: true, 0)
        #expect(try await old.tokens.current() == nil)
        #expect(try await new.tokens.current()?.username == "bob")
    }

    @Test func tokensOfTheOldAppAreNotSentToTheNewOne() async throws {
        let new = try await Self.bench(StyleBench.bob, isSignedIn: false)
        var moment = 0
        while true {
            moment += 1
            let old = try await StyleBench(users: [StyleBench.ana]) { $0.devices = .always }
            try await Self.signIn(AWSMobileClient(try old.app()), "ana")
            let (client, store) = try Self.client(of: old, replacedBy: new, at: moment, isAdopted: false)
            try? await done { client.deviceOperations.forget($0) }
            #expect(new.calls.isEmpty, "at moment \(moment)")
            guard store.hasHappened else { break }
        }
        #expect(moment > 2)
    }

    @Test(arguments: [false, true])
    func refreshOfTheOldAppChangesNothingAtTheNewOne(isRejected: Bool) async throws {
        let old = try await Self.bench(StyleBench.ana, isSignedIn: true)
        let new = try await Self.bench(StyleBench.bob, isSignedIn: true)
        let client = AWSMobileClient(try old.app())
        old.wait(7200)
        if isRejected { old.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked") }
        let gate = old.hold("InitiateAuth")
        let refresh = Task { let _: Tokens = try await outcome { client.getTokens($0) } }
        await gate.reached()
        client.setUp(try new.app())
        await gate.open()
        let error = await #expect(throws: AWSMobileClientError.self) { try await refresh.value }
        guard case .unableToSignIn = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(client.currentUserState == .unknown)
        try await Self.check(client, isSignedIn: true, 0)
    }
}
